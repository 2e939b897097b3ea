import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../../lib/metadata.ts'
import { placeOf } from '../../../lib/place.ts'
import { assetListQuery } from '../../../lib/queries.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/index.ts'
import { BatteryState, ConnectionState } from '../../../ui/states.tsx'
import { assetName } from '../../asset-display/index.ts'
import { AssetLink } from '../../reports/index.ts'
import { Tile, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { EQUIPMENT, WEAK_BATTERY } from './equipment.ts'

/** Number of rows that fit into a tile of each size. */
const ROWS = { small: 2, medium: 2, large: 8 } as const

const weakestFirst = { sort: [{ sortField: 'Fields.BatteryLevel.Level', sortDirection: 1 }] }

/** Devices to charge, the weakest first. */
export function WeakBatteries() {
  const { t } = useTranslation('dashboard')
  const { size } = useTilePlace()
  const weak = useQuery(assetListQuery([EQUIPMENT, WEAK_BATTERY, weakestFirst], 1, ROWS.large))
  const all = useQuery(assetListQuery([EQUIPMENT], 1, 1))
  const columns = useColumns(size === 'small')
  return (
    <Tile flush>
      <TileQuery query={weak} failed={t('weakFailed')}>
        {({ assets }) => (
          <DataTable
            label={t('tile.weak-batteries.title')}
            columns={columns}
            rows={assets.slice(0, ROWS[size])}
            rowKey={(asset) => asset._id}
            density="compact"
            whole
            empty={t(all.data?.maxAssets === 0 ? 'noDevices' : 'noneWeak')}
          />
        )}
      </TileQuery>
    </Tile>
  )
}

function useColumns(isSmall: boolean): DataColumn<Asset>[] {
  const { t } = useTranslation('dashboard')
  const aliases = useAliases('Equipment')
  const columns: DataColumn<Asset>[] = [
    {
      title: t('column.device'),
      cell: (asset) => <AssetLink row={asset} text={assetName(asset)} />,
      onPhone: 'main',
    },
    {
      title: t('column.battery'),
      cell: (asset) => (
        <BatteryState stored={asset.Fields.BatteryLevel?.Level} words={aliases.words('BatteryLevel')} />
      ),
      onPhone: 'end',
    },
    {
      title: t('column.connection'),
      cell: (asset) => (
        <ConnectionState
          form="mark"
          stored={asset.Fields.DeviceStatus}
          words={aliases.words('DeviceStatus')}
        />
      ),
      onPhone: 'hidden',
    },
    { title: t('column.place'), cell: (asset) => placeOf(asset.CurrentLocation?.fullPath).place || '--' },
  ]
  return isSmall ? columns.slice(0, 2) : columns
}
