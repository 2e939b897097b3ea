import { useQueries, useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { BatteryLow, Bell, Droplet, Droplets, type LucideIcon, MapPin, PlugZap, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useOpenAlerts } from '../../features/alert-notices/index.ts'
import { assetName } from '../../features/asset-display/index.ts'
import { FindNearestPanel } from '../../features/nearest/index.ts'
import { SetupChecklist } from '../../features/setup-checklist/index.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import type { Resources } from '../../lib/i18n/resources.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useAliases } from '../../lib/metadata.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { placeOf } from '../../lib/place.ts'
import { assetListQuery } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { AgeLabel } from '../../ui/age-label.tsx'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryError, QueryState } from '../../ui/query-state.tsx'
import { INFUSING, NOT_INFUSING, ONLINE } from '../../ui/state-looks.ts'
import { BatteryState, ConnectionState } from '../../ui/states.tsx'
import styles from './dashboard.module.css'
import { DevicesByFloor } from './devices-by-floor.tsx'

const EQUIPMENT = { AssetType: 'Equipment' }
const ATTENTION = 8

const figures: readonly {
  text: `figure.${keyof Resources['dashboard']['figure']}`
  Icon: LucideIcon
  criteria: Record<string, unknown>
}[] = [
  { text: 'figure.devices', Icon: MapPin, criteria: {} },
  { text: 'figure.infusing', Icon: Droplets, criteria: { 'Fields.InfusionStatus': INFUSING } },
  { text: 'figure.notInfusing', Icon: Droplet, criteria: { 'Fields.InfusionStatus': NOT_INFUSING } },
  { text: 'figure.online', Icon: PlugZap, criteria: { 'Fields.DeviceStatus': ONLINE } },
  { text: 'figure.offline', Icon: Unplug, criteria: { 'Fields.DeviceStatus': 'comm-status-offline' } },
  {
    text: 'figure.weakBattery',
    Icon: BatteryLow,
    criteria: { 'Fields.BatteryLevel.Level': ['LEVEL_1', 'LEVEL_2'] },
  },
]

const attentionQuery = () =>
  assetListQuery(
    [
      EQUIPMENT,
      { 'Fields.BatteryLevel.Level': ['LEVEL_1', 'LEVEL_2'] },
      { sort: [{ sortField: 'Fields.BatteryLevel.Level', sortDirection: 1 }] },
    ],
    1,
    ATTENTION,
  )

/** An overview: how many devices there are and in what state, on which floors, and which need attention. */
export function Page() {
  const { t } = useTranslation('dashboard')
  const counts = useQueries({
    queries: figures.map(({ criteria }) => assetListQuery([{ ...EQUIPMENT, ...criteria }], 1, 1)),
  })
  const attention = useQuery(attentionQuery())
  usePageRefresh(() => void queryClient.invalidateQueries())
  const failed = counts.find(({ error, data }) => error && !data)
  if (failed)
    return (
      <QueryError
        query={failed}
        boxed
        title={t('failed')}
        onRetry={() => void queryClient.refetchQueries()}
      />
    )
  return (
    <>
      <SetupChecklist />
      <FindNearestPanel />
      <dl className={styles.figures}>
        <OpenAlerts />
        {figures.map(({ text, Icon }, index) => (
          <div key={text} className={styles.figure}>
            <dt>
              <Icon size={16} strokeWidth={1.8} aria-hidden />
              {t(text)}
            </dt>
            <dd>{countText(counts[index]?.data?.maxAssets)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.columns}>
        <Panel title={t('weakBatteries')} extra={<Link to="/devices">{t('allDevices')}</Link>}>
          <QueryState query={attention} failed={t('weakFailed')}>
            {({ assets }) => <WeakBatteries assets={assets} hasDevices={counts[0]?.data?.maxAssets !== 0} />}
          </QueryState>
        </Panel>
        <DevicesByFloor />
      </div>
    </>
  )
}

const countText = (count: number | undefined): string => (count === undefined ? '–' : formatNumber(count))

/** Leads to the alerts that wait; only for who may see them. */
function OpenAlerts() {
  const { t } = useTranslation('dashboard')
  const open = useOpenAlerts()
  if (open === undefined) return null
  return (
    <div className={`${styles.figure} ${styles.alerts} ${open > 0 ? styles.waiting : ''}`}>
      <dt>
        <Bell size={16} strokeWidth={1.8} aria-hidden />
        <Link to="/geofence-alerts">{t('openAlerts')}</Link>
      </dt>
      <dd>{formatNumber(open)}</dd>
    </div>
  )
}

interface WeakBatteriesProps {
  readonly assets: readonly Asset[]
  readonly hasDevices: boolean
}

function WeakBatteries({ assets, hasDevices }: WeakBatteriesProps) {
  const { t } = useTranslation('dashboard')
  const aliases = useAliases('Equipment')
  const columns: DataColumn<Asset>[] = [
    {
      title: t('column.device'),
      cell: (asset) => (
        <a href={assetDetailHref(asset.AssetType, asset.AssetId)} target="_blank" rel="noopener">
          {assetName(asset)}
        </a>
      ),
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
    {
      title: t('column.seen'),
      cell: (asset) => <AgeLabel time={asset.CurrentLocation?.time} />,
      onPhone: 'hidden',
    },
  ]
  return (
    <DataTable
      label={t('weakBatteries')}
      columns={columns}
      rows={assets}
      rowKey={(asset) => asset._id}
      empty={t(hasDevices ? 'noneWeak' : 'noDevices')}
    />
  )
}
