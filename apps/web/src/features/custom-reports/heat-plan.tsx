import type { HeatPointer, MetaEntry } from '@wardtrack/contracts'
import { Select } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { type HeatLevel, type HeatMap, heatColour, type MapActions } from '../../map-engine/index.ts'
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
import { HeatTooltip } from './heat-tooltip.tsx'

/** Values that a heat map shows in one colour. */
interface HeatGroup {
  readonly level: HeatLevel
  /** Option codes. */
  readonly stored: readonly string[]
}

/** Groups of the fields of batteries and connections, the poorest first. */
const known: Readonly<Record<string, readonly HeatGroup[]>> = {
  BatteryLevel: [
    { level: 'poor', stored: ['LEVEL_1'] },
    { level: 'middle', stored: ['LEVEL_2', 'LEVEL_3'] },
    { level: 'good', stored: ['LEVEL_4'] },
  ],
  WifiStrength: [
    { level: 'poor', stored: ['BAR_ONE', 'BAR_TWO'] },
    { level: 'middle', stored: ['BAR_THREE'] },
    { level: 'good', stored: ['BAR_FOUR', 'BAR_FIVE'] },
  ],
}
const steps = ['step-1', 'step-2', 'step-3', 'step-4', 'step-5'] as const

/** Radius of the heat around an asset: a room and the corridor to the next. */
const radiusMetres = 5
/** Scale of a plan of unknown size. */
const assumedMetresPerPixel = 0.1

/**
 * Returns the groups of a field's values. Fields without known groups get a chart colour for each option, in the
 * order of the options. With more than five options, neighbours share a colour.
 */
function heatGroupsOf(field: string, entry: MetaEntry | undefined): readonly HeatGroup[] {
  const options = Object.keys(entry?.Options ?? {})
  const groups = known[field]
  if (groups?.flatMap(({ stored }) => stored).every((stored) => options.includes(stored))) return groups
  const last = Math.max(1, options.length - 1)
  return options.map((option, index) => ({
    level: steps[Math.round((index / last) * (steps.length - 1))] ?? 'step-1',
    stored: [option],
  }))
}

/** Returns the group of an asset's value; undefined without a value. */
const groupOf = (groups: readonly HeatGroup[], { Target }: HeatPointer): HeatGroup | undefined =>
  Target === undefined ? undefined : groups.find(({ stored }) => stored.includes(Target))

/**
 * Returns the heat of the assets that have a place on the plan and a value. @param metresPerPixel scale of the plan,
 * if known
 */
function heatOfGroups(
  groups: readonly HeatGroup[],
  pointers: readonly HeatPointer[],
  metresPerPixel: number = assumedMetresPerPixel,
): HeatMap {
  const points = pointers.flatMap((pointer) => {
    const { xCenterPoint: x, yCenterPoint: y } = pointer.CurrentLocation
    const group = groupOf(groups, pointer)
    return x === null || y === null || !group ? [] : [{ x, y, weight: 1, level: group.level }]
  })
  return { points, radiusMetres, metresPerPixel }
}

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
