import type { CheckedFeature } from '@wardtrack/contracts'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { serverText } from '../../lib/i18n/server-text.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import styles from './fence-import.module.css'

interface FeatureRowsProps {
  readonly features: readonly CheckedFeature[]
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (index: number) => void
}

/** In CSS pixels: a name and two lines. */
const ROW_HEIGHT = 78

/** Features of a file, each with the resulting geofence, or with its errors and their positions. */
export function FeatureRows({ features, chosen, onToggle }: FeatureRowsProps) {
  const { t } = useTranslation('fence-files')
  const rows = features.map((feature, index) => ({ feature, index }))
  return (
    <VirtualRows
      label={t('import.features')}
      rows={rows}
      rowHeight={ROW_HEIGHT}
      rowKey={({ index }) => String(index)}
      className={styles.rows}
      rowClassName={styles.row}
    >
      {({ feature, index }) => {
        const name = feature.name ?? t('import.unnamed', { number: index + 1 })
        return (
          <div role="cell" className={styles.cell}>
            <Checkbox
              aria-label={t('import.create', { name })}
              checked={chosen.has(index)}
              disabled={feature.errors.length > 0}
              onChange={() => onToggle(index)}
            />
            <div className={styles.names}>
              <b title={name}>{name}</b>
              <FeatureText feature={feature} />
            </div>
          </div>
        )
      }}
    </VirtualRows>
  )
}

function FeatureText({ feature: { errors, Coordinates } }: { readonly feature: CheckedFeature }) {
  const { t } = useTranslation('fence-files')
  if (errors.length > 0)
    return (
      <span className={styles.errors}>
        {errors.map(({ path, message }) => `${path}${path ? ': ' : ''}${serverText(message)}`).join(' ')}
      </span>
    )
  const shape = Coordinates?.shape ?? 'rectangle'
  return (
    <span>
      {shape === 'polygon'
        ? t('shape.polygon', { count: Coordinates?.points?.length ?? 0 })
        : t(`shape.${shape}`)}
    </span>
  )
}
