import { useQueries } from '@tanstack/react-query'
import {
  BatteryLow,
  Droplet,
  Droplets,
  type LucideIcon,
  MapPin,
  PlugZap,
  Unplug,
  VolumeX,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/i18n/formats.ts'
import type { Resources } from '../../../lib/i18n/resources.ts'
import { assetListQuery } from '../../../lib/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { INFUSING, NOT_INFUSING, OFFLINE, ONLINE, SILENT } from '../../../ui/state-looks.ts'
import { Tile, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import styles from './device-counts.module.css'
import { EQUIPMENT, WEAK_BATTERY } from './equipment.ts'

const figures: readonly {
  text: `figure.${keyof Resources['dashboard']['figure']}`
  Icon: LucideIcon
  criteria: Record<string, unknown>
  /** True if the figure is left out while it is 0, which makes room for the others. */
  onlyIfAny?: true
}[] = [
  { text: 'figure.devices', Icon: MapPin, criteria: {} },
  { text: 'figure.infusing', Icon: Droplets, criteria: { 'Fields.InfusionStatus': INFUSING } },
  { text: 'figure.notInfusing', Icon: Droplet, criteria: { 'Fields.InfusionStatus': NOT_INFUSING } },
  { text: 'figure.online', Icon: PlugZap, criteria: { 'Fields.DeviceStatus': ONLINE } },
  { text: 'figure.offline', Icon: Unplug, criteria: { 'Fields.DeviceStatus': OFFLINE } },
  { text: 'figure.silent', Icon: VolumeX, criteria: { 'Fields.DeviceStatus': SILENT }, onlyIfAny: true },
  { text: 'figure.weakBattery', Icon: BatteryLow, criteria: WEAK_BATTERY },
]

/** Number of devices in each state. */
export function DeviceCounts() {
  const { t } = useTranslation('dashboard')
  const { size } = useTilePlace()
  const counts = useQueries({
    queries: figures.map(({ criteria }) => assetListQuery([{ ...EQUIPMENT, ...criteria }], 1, 1)),
  })
  const failed = counts.find(({ error, data }) => error && !data)
  const shown = {
    data: failed ? undefined : counts,
    error: failed?.error ?? null,
    isFetching: failed?.isFetching ?? false,
  }
  return (
    <Tile>
      <TileQuery
        query={{ ...shown, refetch: () => failed?.refetch() }}
        failed={t('failed')}
        onRetry={() => void queryClient.refetchQueries({ type: 'active' })}
      >
        {(loaded) => (
          <dl className={`${styles.figures} ${styles[size]}`}>
            {figures.map(({ text, Icon, onlyIfAny }, index) => {
              const count = loaded[index]?.data?.maxAssets
              return onlyIfAny && !count ? null : (
                <div key={text}>
                  <dt>
                    <Icon size={14} strokeWidth={2.1} aria-hidden />
                    {t(text)}
                  </dt>
                  <dd>{countText(count)}</dd>
                </div>
              )
            })}
          </dl>
        )}
      </TileQuery>
    </Tile>
  )
}

const countText = (count: number | undefined): string => (count === undefined ? '–' : formatNumber(count))
