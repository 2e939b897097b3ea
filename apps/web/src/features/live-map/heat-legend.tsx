import type { AssetPointer } from '@wardtrack/contracts'
import { useAliases } from '../../lib/metadata.ts'
import { heatColour } from '../../map-engine/index.ts'
import { useTokens } from '../../ui/scheme.ts'
import { BatteryState, WifiState } from '../../ui/states.tsx'
import { batteryLook, wifiLook } from '../../ui/vocabulary.ts'
import { type HeatKind, heatGroups, levelOf } from './heat-choice.ts'
import styles from './heat-legend.module.css'

interface HeatLegendProps {
  readonly kind: HeatKind
  readonly pointers: readonly AssetPointer[]
}

/** What the colours of the heat map mean, and how many assets each stands for. */
export function HeatLegend({ kind, pointers }: HeatLegendProps) {
  return (
    <section className={styles.legend} aria-label="Heat map legend">
      {kind === 'density' ? <DensityLegend /> : <LevelLegend kind={kind} pointers={pointers} />}
    </section>
  )
}

function DensityLegend() {
  const { chart } = useTokens()
  return (
    <>
      <span>Few</span>
      <span
        className={styles.ramp}
        style={{ background: `linear-gradient(90deg, ${chart.join(', ')})` }}
        aria-hidden
      />
      <span>Many</span>
    </>
  )
}

function LevelLegend({ kind, pointers }: { kind: 'battery' | 'wifi'; pointers: readonly AssetPointer[] }) {
  const tokens = useTokens()
  const aliases = useAliases('Equipment')
  const words = aliases.words(kind === 'battery' ? 'BatteryLevel' : 'WifiStrength')
  const lookOf = kind === 'battery' ? batteryLook : wifiLook
  const State = kind === 'battery' ? BatteryState : WifiState
  const reported = pointers.map((pointer) => levelOf(pointer, kind))
  const silent = reported.filter((level) => level === undefined).length
  return (
    <ul className={styles.groups}>
      {heatGroups[kind].map(({ level, stored }) => (
        <li key={level}>
          <span className={styles.swatch} style={{ background: heatColour(level, tokens) }} aria-hidden />
          <State stored={stored[0]} words={words} form="icon" />
          {stored.map((value) => lookOf(value, words).word).join(', ')}
          <b>{reported.filter((each) => each === level).length}</b>
        </li>
      ))}
      {silent > 0 ? (
        <li>
          Not reported <b>{silent}</b>
        </li>
      ) : null}
    </ul>
  )
}
