import { useQuery } from '@tanstack/react-query'
import type { HeatPointer } from '@wardtrack/contracts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { floorsQuery } from '../../lib/floors.query.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import styles from './custom-reports.module.css'
import { heatPointersQuery } from './custom-reports.query.ts'
import { HeatPlan } from './heat-plan.tsx'

interface ReportPlansProps {
  readonly reportId: string
  readonly subject: string
  readonly target: string
  /** Stored path of the shown value. */
  readonly model: string
  /** Criteria that all assets match. */
  readonly conditions: readonly Record<string, unknown>[]
}

const schema = { mapId: urlText('map') }
const none: readonly HeatPointer[] = []

/** Assets of a heat map report on their plans: one plan at a time, the one with the most assets first. */
export function ReportPlans({ reportId, subject, target, model, conditions }: ReportPlansProps) {
  const { t } = useTranslation('custom-reports')
  const [{ mapId: named }, change] = useUrlState(schema)
  const maps = useQuery(floorsQuery([{ AssetType: subject }, ...conditions]))
  const list = maps.data ?? []
  // The shown map stays open, even if another map gets more assets.
  const [opened, setOpened] = useState<string>()
  const wanted = named || opened
  const shown = list.find(({ mapId }) => mapId === wanted) ?? list.toSorted((a, b) => b.count - a.count)[0]
  const shownId = shown?.mapId
  useEffect(() => setOpened(shownId), [shownId])
  const pointers = useQuery({
    ...heatPointersQuery(reportId, shown?.mapId ?? '', conditions, model),
    enabled: shown !== undefined,
  })
  return (
    <div className={styles.plans}>
      <LoadingPanel title={t('plan.label')} query={maps} failed={t('plan.failed')}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title={t('plan.none')} why={t('plan.noneWhy')} />
          ) : (
            <HeatPlan
              subject={subject}
              target={target}
              maps={loaded}
              mapId={shown?.mapId}
              onMap={(mapId) => change({ mapId })}
              pointers={pointers.data?.data ?? none}
            />
          )
        }
      </LoadingPanel>
    </div>
  )
}
