import type { PlacedTile, TileName } from '@wardtrack/contracts'
import { MAX_TILES, REPORT_TILE, tileKey } from '@wardtrack/contracts/dashboard-tiles'
import { Button, Modal } from 'antd'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './dashboard.module.css'
import { TilePicture } from './tile-picture.tsx'
import { TILES } from './tile-registry.ts'
import type { NamedTile, TileNames } from './use-tile-names.ts'

interface AddTileDialogProps {
  readonly available: readonly TileName[]
  readonly tiles: readonly PlacedTile[]
  readonly names: TileNames
  readonly onAdd: (tile: PlacedTile) => void
  readonly onClose: () => void
}

/** Choice of the tiles that are not on the dashboard, with pictures and descriptions. */
export function AddTileDialog({ available, tiles, names, onAdd, onClose }: AddTileDialogProps) {
  const { t } = useTranslation('dashboard')
  const present = new Set(tiles.map(tileKey))
  const offered = available
    .flatMap((tile): NamedTile[] =>
      tile === REPORT_TILE ? names.reports.map(({ _id }) => ({ tile, reportId: _id })) : [{ tile }],
    )
    .filter((named) => !present.has(tileKey(named)))
  const isFull = tiles.length >= MAX_TILES
  return (
    <Modal open width={720} title={t('edit.addTitle')} footer={null} onCancel={onClose}>
      {isFull ? <p className={styles.note}>{t('edit.full', { count: MAX_TILES })}</p> : null}
      {offered.length === 0 ? <p className={styles.note}>{t('edit.allAdded')}</p> : null}
      <ul className={styles.offered}>
        {offered.map((named) => {
          const { picture, size } = TILES[named.tile]
          const title = names.title(named)
          return (
            <li key={tileKey(named)}>
              <TilePicture kind={picture} />
              <div>
                <b>{title}</b>
                <p>{names.about(named)}</p>
              </div>
              <Button
                disabled={isFull}
                aria-label={t('edit.addNamed', { tile: title })}
                icon={<Plus size={16} strokeWidth={1.8} aria-hidden />}
                onClick={() => onAdd({ ...named, size })}
              >
                {t('edit.add')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
