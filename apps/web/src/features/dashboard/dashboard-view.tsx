import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '@wardtrack/contracts'
import { REPORT_TILE } from '@wardtrack/contracts/dashboard-tiles'
import { Button } from 'antd'
import { LayoutDashboard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useLeaveQuestion } from '../../lib/use-leave-question.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { dashboardQuery } from './dashboard.query.ts'
import { EditToolbar } from './edit-toolbar.tsx'
import { TileGrid } from './tile-grid.tsx'
import { useDashboardChanges } from './use-dashboard-changes.ts'
import { useLayoutEdit } from './use-layout-edit.ts'
import { useTileNames } from './use-tile-names.ts'

const AddTileDialog = lazy(async () => ({ default: (await import('./add-tile-dialog.tsx')).AddTileDialog }))

/** The user's tiles, with editing. */
export function DashboardView() {
  const { t } = useTranslation('dashboard')
  const query = useQuery(dashboardQuery())
  usePageRefresh(() => void queryClient.invalidateQueries())
  return (
    <QueryState query={query} failed={t('layoutFailed')} boxed>
      {(dashboard) => <ShownDashboard dashboard={dashboard} />}
    </QueryState>
  )
}

function ShownDashboard({ dashboard }: { readonly dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard')
  const [adding, setAdding] = useState(false)
  const mayHaveReports = dashboard.available.includes(REPORT_TILE)
  const names = useTileNames(mayHaveReports)
  const layout = useLayoutEdit(names)
  const { edit, begin, end, change, announcement } = layout
  const changes = useDashboardChanges(end)
  useLeaveQuestion(edit !== undefined && edit.former.length > 0, {
    title: t('edit.leave.title'),
    content: t('edit.leave.why'),
    verb: t('edit.leave.verb'),
    cancel: t('edit.leave.cancel'),
  })
  const tiles = edit?.tiles ?? dashboard.tiles
  const beginEdit = (): void => begin(dashboard.tiles)
  return (
    <>
      {edit ? (
        <EditToolbar dashboard={dashboard} layout={layout} changes={changes} onAdd={() => setAdding(true)} />
      ) : (
        <PageToolbar
          actions={
            <Button icon={<LayoutDashboard size={16} strokeWidth={1.8} aria-hidden />} onClick={beginEdit}>
              {t('edit.begin')}
            </Button>
          }
        >
          {null}
        </PageToolbar>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {tiles.length === 0 ? (
        <EmptyState
          boxed
          title={t('empty')}
          why={t('emptyWhy')}
          action={
            <Button
              type="primary"
              onClick={() => {
                if (!edit) beginEdit()
                setAdding(true)
              }}
            >
              {t('edit.addTile')}
            </Button>
          }
        />
      ) : (
        <TileGrid tiles={tiles} names={names} onChange={edit ? change : undefined} />
      )}
      {edit && adding ? (
        <Suspense fallback={null}>
          <AddTileDialog
            available={dashboard.available}
            tiles={tiles}
            names={names}
            onAdd={(tile) => change({ kind: 'add', tile })}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
