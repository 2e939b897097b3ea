import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { Button, Modal, Tabs } from 'antd'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { useAliases } from '../../lib/metadata.ts'
import { locationHistoryQuery, statusHistoryQuery } from '../../lib/queries.ts'
import { usePhone } from '../../lib/use-media.ts'
import { assetName } from '../asset-display/index.ts'
import styles from './histories.module.css'
import { locationColumns, statusColumns } from './history-columns.tsx'
import { HISTORY_PAGE, HistoryTable } from './history-table.tsx'

type Kind = 'location' | 'status'
interface HistoryProps {
  readonly asset: Asset
  readonly sizes?: boolean
}

/** Name of a history, told apart from the same one behind the dialog. */
function titleOf(kind: Kind, enlarged: boolean): string {
  const history = translate(`asset-detail:history.${kind}`)
  return enlarged ? translate('asset-detail:history.enlarged', { history }) : history
}

const usePage = () => useState({ page: 1, size: HISTORY_PAGE })

/** Where an asset has been. */
export function LocationHistory({ asset, sizes = false }: HistoryProps) {
  const [{ page, size }, setPage] = usePage()
  const query = useQuery(locationHistoryQuery(asset.AssetType, asset.AssetId, page, size))
  return (
    <HistoryTable
      label={titleOf('location', sizes)}
      columns={locationColumns(useAliases(asset.AssetType))}
      query={query}
      page={page}
      pageSize={size}
      sizes={sizes}
      onPage={(next, nextSize) => setPage({ page: next, size: nextSize })}
    />
  )
}

/** What state an asset has been in. */
export function StatusHistory({ asset, sizes = false }: HistoryProps) {
  const [{ page, size }, setPage] = usePage()
  const query = useQuery(statusHistoryQuery(asset.AssetType, asset.AssetId, page, size))
  return (
    <HistoryTable
      label={titleOf('status', sizes)}
      columns={statusColumns(useAliases(asset.AssetType))}
      query={query}
      page={page}
      pageSize={size}
      sizes={sizes}
      onPage={(next, nextSize) => setPage({ page: next, size: nextSize })}
    />
  )
}

/** Both histories in tabs, each also in a dialog with more rows. */
export function Histories({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const [kind, setKind] = useState<Kind>('location')
  const phone = usePhone()
  const [enlarged, setEnlarged] = useState(false)
  const Enlarged = kind === 'location' ? LocationHistory : StatusHistory
  return (
    <section className={styles.card} aria-label={t('history.label')}>
      <div className={styles.enlarge}>
        <Button
          size={phone ? 'large' : 'small'}
          type={phone ? 'text' : 'default'}
          aria-label={t('history.openInDialog')}
          icon={<Maximize2 size={14} aria-hidden />}
          onClick={() => setEnlarged(true)}
        >
          {phone ? null : t('history.openInDialog')}
        </Button>
      </div>
      <Tabs
        className={styles.tabs ?? ''}
        activeKey={kind}
        onChange={(key) => setKind(key as Kind)}
        items={[
          {
            key: 'location',
            label: t('history.location'),
            children: <LocationHistory asset={asset} />,
            forceRender: true,
          },
          {
            key: 'status',
            label: t('history.status'),
            children: <StatusHistory asset={asset} />,
            forceRender: true,
          },
        ]}
      />
      <Modal
        open={enlarged}
        onCancel={() => setEnlarged(false)}
        footer={null}
        width={960}
        title={t('history.of', { history: t(`history.${kind}`), asset: assetName(asset) })}
        className={styles.dialog ?? ''}
        destroyOnHidden
      >
        <Enlarged asset={asset} sizes />
      </Modal>
    </section>
  )
}
