import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { serverText } from '../../lib/i18n/server-text.ts'
import { Field } from '../../ui/field.tsx'
import styles from './location-cascade.module.css'
import { type LevelChoice, useLocationLevels } from './use-location-levels.ts'

/** Choice of a place level by level: one dropdown for each level from the top. */
export const LocationCascade = ({ levels }: { readonly levels: readonly LevelChoice[] }) =>
  levels.map((level) => <Level key={level.level} level={level} />)

interface PlaceControlProps {
  readonly value?: readonly string[]
  readonly onChange?: (value: readonly string[]) => void
}

const NOTHING_CHOSEN: never[] = []

/** The same choice as the control of a form field, whose value is the chosen levels. */
export function PlaceControl({ value = NOTHING_CHOSEN, onChange }: PlaceControlProps) {
  const { levels } = useLocationLevels(value, onChange)
  return <LocationCascade levels={levels} />
}

function Level({ level }: { readonly level: LevelChoice }) {
  const { t } = useTranslation('common')
  const { title, value, options, loading, error, retry, choose } = level
  return (
    <Field label={title} error={error ? serverText(error.message) : undefined}>
      {({ id, status }) => (
        <>
          <Select
            id={id}
            className={styles.select ?? ''}
            status={status}
            aria-label={title}
            value={value ?? null}
            placeholder={t('chooseLevel', { level: title })}
            loading={loading}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={options.map((option) => ({ value: option, label: option }))}
            onChange={(next) => choose(next ?? undefined)}
          />
          {error ? (
            <Button type="link" size="small" onClick={retry}>
              {t('retry')}
            </Button>
          ) : null}
        </>
      )}
    </Field>
  )
}
