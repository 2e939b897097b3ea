import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { usePhone } from '../../lib/use-media.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { AssetLink, chartTime, PlaceLink } from '../reports/index.ts'
import styles from './status-vs-time.module.css'
import { BAND_PAGE_SIZE, type BandQuestion, bandAssetsQuery } from './status-vs-time.query.ts'

interface BandDrawerProps {
  readonly question: BandQuestion
  /** The state in the hospital's words. */
  readonly name: string
  /** Number of assets that the chart shows there. */
  readonly count: number
  /** Path of the devices page with the assets that are in the state now. */
  readonly devicesNow: string
  readonly onClose: () => void
}

type BandAsset = {
  readonly AssetType: string
  readonly AssetId: string
  readonly Name: string
  readonly Category: string
  readonly Location: string
  readonly since: string
}

/** Assets behind a band of a chart: those in a state at a time, with a link to those in the state now. */
export function BandDrawer({ question, name, count, devicesNow, onClose }: BandDrawerProps) {
  const { t } = useTranslation('reports')
  const phone = usePhone()
  const mayOpen = useMayOpen('devices')
  const [page, setPage] = useState(1)
  const query = useQuery(bandAssetsQuery(question, page))
  const time = chartTime(question.moment)
  const columns: DataColumn<BandAsset>[] = [
    {
      title: t('column.asset'),
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.Name || row.AssetId} />,
    },
    { title: t('column.category'), cell: ({ Category }) => Category || MISSING },
    {
      title: t('column.placeNow'),
      onPhone: 'wide',
      named: true,
      wraps: true,
      cell: ({ Location }) => <PlaceLink path={Location} />,
    },
    { title: t('column.inStateSince'), named: true, cell: ({ since }) => dateTime(since) },
  ]
  return (
    <Drawer
      open
      onClose={onClose}
      size={phone ? '100%' : 720}
      title={t('band.title', { name, time })}
      footer={mayOpen ? <Link to={devicesNow}>{t('band.now', { name })}</Link> : null}
    >
      <p className={styles.bandText}>{t('band.text', { count, shown: formatNumber(count), name, time })}</p>
      <QueryTable
        label={t('band.title', { name, time })}
        query={query}
        failed={t('band.failed')}
        columns={columns}
        density="history"
        whole
        pageOf={({ assets, maxAssets }) => ({ rows: assets, total: maxAssets })}
        rowKey={({ AssetType, AssetId }) => `${AssetType}:${AssetId}`}
        empty={t('band.none')}
        page={page}
        pageSize={BAND_PAGE_SIZE}
        onPage={setPage}
      />
    </Drawer>
  )
}
