import { useTranslation } from 'react-i18next'
import type { FloorMap } from './assets-map.query.ts'
import { shortFloorNames } from './floor-names.ts'
import styles from './floor-strip.module.css'

interface FloorStripProps {
  readonly maps: readonly FloorMap[]
  readonly open: string | undefined
  /** Current number of assets on the open map. */
  readonly openCount: number | undefined
  readonly onChoose: (mapId: string) => void
}

/** All floors with their counts, the highest on top. */
export function FloorStrip({ maps, open, openCount, onChoose }: FloorStripProps) {
  const { t } = useTranslation('live-map')
  if (maps.length < 2) return null
  const names = shortFloorNames(maps.map(({ name }) => name))
  const floors = maps.map((map, i) => ({ map, short: names[i] ?? '' })).reverse()
  return (
    <nav className={styles.strip} aria-label={t('floors')}>
      {floors.map(({ map: { mapId, name, count }, short }) => {
        const shown = mapId === open ? (openCount ?? count) : count
        return (
          <button
            key={mapId}
            type="button"
            aria-current={mapId === open ? 'true' : undefined}
            title={name}
            onClick={() => onChoose(mapId)}
          >
            <b>{short}</b> <span>{shown}</span>
          </button>
        )
      })}
    </nav>
  )
}
