import type { HeatPointer } from '@wardtrack/contracts'
import { Select } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { heatColour, type MapActions } from '../../map-engine/index.ts'
import { useTokens } from '../../ui/scheme.ts'
import {
  FloorCanvas,
  MapNotice,
  MapSkeleton,
  openPlanKey,
  useMapEngine,
  useMapSnapshot,
  useOpenPlan,
  useShownPlan,
  ZoomControl,
} from '../map-canvas/index.ts'
import styles from './custom-reports.module.css'
import { groupOf, type HeatGroup, heatGroupsOf, heatOfGroups } from './heat-groups.ts'
import { HeatTooltip } from './heat-tooltip.tsx'

interface HeatPlanProps {
  /** Asset type of the report. */
  readonly subject: string
  /** Field whose value is shown. */
  readonly target: string
  readonly maps: readonly { readonly mapId: string; readonly name: string; readonly count: number }[]
  readonly mapId: string | undefined
  readonly onMap: (mapId: string) => void
  readonly pointers: readonly HeatPointer[]
}

const actions: MapActions = {}

/** Assets of a heat map report on one plan, each in the colour of its value, and a legend. */
export function HeatPlan({ subject, target, maps, mapId, onMap, pointers }: HeatPlanProps) {
  const { t } = useTranslation('custom-reports')
  const mapping = useMetadata()
  const groups = useMemo(() => heatGroupsOf(target, mapping?.[subject]?.[target]), [mapping, subject, target])
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions, 'with-control')
  const { engine } = map
  const { hovered, focused } = useMapSnapshot(engine)
  const byKey = useMemo(() => new Map(pointers.map((pointer) => [assetKey(pointer), pointer])), [pointers])
  useShownPlan(engine, plan)
  const opened = openPlanKey(engine, plan)
  const metresPerPixel = plan?.metresPerPixel?.x
  // Opening a plan removes markers and heat of the previous plan.
  useEffect(() => {
    if (!engine || !opened) return
    engine.setHeat(heatOfGroups(groups, pointers, metresPerPixel))
    engine.setMarkers(markersOf(pointers))
  }, [engine, opened, metresPerPixel, groups, pointers])
  return (
    <section className={styles.plan} aria-label={t('plan.label')}>
      <div className={styles.planHead}>
        <Select
          aria-label={t('plan.map')}
          value={mapId ?? null}
          options={maps.map(({ mapId: value, name, count }) => ({
            value,
            label: t('plan.option', { name, count }),
          }))}
          onChange={(value) => value !== null && onMap(value)}
        />
      </div>
      <div className={styles.floor}>
        <FloorCanvas map={map} label={t('plan.of', { name: plan?.name ?? '' })} announcement="">
          {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
          <div className={styles.zoom}>
            <ZoomControl engine={engine} form="steps" />
          </div>
          <HeatTooltip
            engine={engine}
            target={hovered ?? focused}
            subject={subject}
            field={target}
            pointerOf={(id) => byKey.get(id)}
          />
        </FloorCanvas>
      </div>
      <HeatLegend subject={subject} target={target} groups={groups} pointers={pointers} />
    </section>
  )
}

const markersOf = (pointers: readonly HeatPointer[]) =>
  pointers.flatMap((pointer) => {
    const { xCenterPoint: x, yCenterPoint: y } = pointer.CurrentLocation
    if (x === null || y === null) return []
    const id = assetKey(pointer)
    const label = pointer.Fields.AssetName || pointer.AssetId
    return [{ id, assetKey: id, x, y, look: lookOf(pointer), stale: false, label }]
  })

const lookOf = ({ AssetType }: HeatPointer) => {
  if (AssetType === 'Clinician') return 'clinician' as const
  return AssetType === 'Patient' ? ('patient' as const) : ('rest' as const)
}

interface HeatLegendProps extends Pick<HeatPlanProps, 'subject' | 'target' | 'pointers'> {
  readonly groups: readonly HeatGroup[]
}

function HeatLegend({ subject, target, groups, pointers }: HeatLegendProps) {
  const { t } = useTranslation('custom-reports')
  const tokens = useTokens()
  const aliases = aliasesOf(useMetadata(), subject)
  const found = pointers.map((pointer) => groupOf(groups, pointer))
  const without = found.filter((group) => group === undefined).length
  return (
    <ul className={styles.legend} aria-label={aliases.field(target)}>
      {groups.map((group) => (
        <li key={group.stored.join()}>
          <span
            className={styles.swatch}
            style={{ background: heatColour(group.level, tokens) }}
            aria-hidden
          />
          {group.stored.map((stored) => aliases.option(target, stored)).join(', ')}
          <b>{found.filter((entry) => entry === group).length}</b>
        </li>
      ))}
      {without > 0 ? (
        <li>
          {t('plan.without')} <b>{without}</b>
        </li>
      ) : null}
    </ul>
  )
}
