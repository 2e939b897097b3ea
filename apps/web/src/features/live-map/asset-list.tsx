import type { AssetPointer } from '@wardtrack/contracts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { firstOf, type ListOrder, ordered } from './asset-groups.ts'
import { AssetRow } from './asset-row.tsx'
import styles from './live-map.module.css'
import { useMapScope } from './map-scope.ts'

/** Number of rows shown initially; a button shows all rows of a floor with more. */
const firstRows = 100

interface AssetListProps {
  readonly pointers: readonly AssetPointer[]
  readonly order: ListOrder
  /** Keys of the hovered or focused assets. */
  readonly highlighted: ReadonlySet<string>
  readonly onHighlight: (id: string | undefined, by: 'pointer' | 'focus') => void
  readonly onChoose?: ((id: string) => void) | undefined
}

/** List of the map's assets with the same information, for users who cannot use the map. */
export function AssetList({ pointers, order, highlighted, onHighlight, onChoose }: AssetListProps) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  const [all, setAll] = useState(false)
  const [inside, setInside] = useState(false)
  const groups = useMemo(() => ordered(pointers, order), [pointers, order])
  const shown = useMemo(() => firstOf(groups, all ? Number.POSITIVE_INFINITY : firstRows), [groups, all])
  const rows = Math.min(pointers.length, all ? pointers.length : firstRows)
  return (
    <>
      <div
        className={styles.scroll}
        onPointerEnter={() => setInside(true)}
        onPointerLeave={() => setInside(false)}
        onFocus={() => setInside(true)}
        onBlur={() => setInside(false)}
      >
        {shown.map(({ name, assets, total }) => (
          <section key={name} aria-label={name || t(`${scope.name}.allByName`)}>
            {name ? (
              <h3 className={styles.unit}>
                <span>{name}</span>
                <span>{total}</span>
              </h3>
            ) : null}
            <ul>
              {assets.map((pointer) => (
                <AssetRow
                  key={assetKey(pointer)}
                  pointer={pointer}
                  highlighted={highlighted.has(assetKey(pointer))}
                  follow={!inside}
                  onHighlight={onHighlight}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <footer className={styles.foot}>
        <span>{t('list.showing', { shown: rows, total: pointers.length })}</span>
        {rows < pointers.length ? (
          <Button type="link" size="small" onClick={() => setAll(true)}>
            {t('list.showAll')}
          </Button>
        ) : null}
      </footer>
    </>
  )
}
