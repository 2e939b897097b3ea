import { Button } from 'antd'
import type { AlertSegment } from '../../lib/alert-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { AlertsView } from './alerts-view.ts'

const words: Readonly<Record<AlertSegment, { readonly title: string; readonly why: string }>> = {
  open: {
    title: 'No new alerts',
    why: 'Everything that was raised is being taken care of. New alerts appear here by themselves.',
  },
  acknowledged: {
    title: 'No acknowledged alerts',
    why: 'An alert stands here from when somebody takes it on until it is resolved.',
  },
  resolved: { title: 'No resolved alerts yet', why: 'Alerts stay here once somebody has closed them.' },
  all: {
    title: 'No alerts yet',
    why: 'An alert is raised when an asset enters or leaves a geofence that watches for it.',
  },
}

interface NoAlertsProps {
  readonly view: AlertsView
  readonly onSegment: (segment: AlertSegment) => void
  readonly onSearch: (text: string) => void
}

/** Why a segment is empty, and the way on. */
export function NoAlerts({ view: { segment, search }, onSegment, onSearch }: NoAlertsProps) {
  const showAll = <Button onClick={() => onSegment('all')}>Show all alerts</Button>
  if (search)
    return (
      <EmptyState
        boxed
        title={`No alerts match “${search}”`}
        why={
          segment === 'all'
            ? 'Geofence, asset name, serial number, asset ID and place were searched.'
            : `Only ${segment === 'open' ? 'new' : segment} alerts were searched.`
        }
        action={
          <>
            {segment === 'all' ? null : <Button onClick={() => onSegment('all')}>Search all alerts</Button>}
            <Button onClick={() => onSearch('')}>Clear the search</Button>
          </>
        }
      />
    )
  const { title, why } = words[segment]
  const toNew = <Button onClick={() => onSegment('open')}>Show new alerts</Button>
  return (
    <EmptyState
      boxed
      title={title}
      why={why}
      action={segment === 'open' ? showAll : segment === 'all' ? null : toNew}
    />
  )
}
