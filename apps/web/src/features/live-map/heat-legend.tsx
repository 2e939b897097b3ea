import type { AssetPointer } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../lib/metadata.ts'
import { heatColour } from '../../map-engine/index.ts'
import { useTokens } from '../../ui/scheme.ts'
import { batteryLook, wifiLook } from '../../ui/state-looks.ts'
import { BatteryState, WifiState } from '../../ui/states.tsx'
import { type HeatKind, heatGroups, levelOf } from './heat-choice.ts'
import styles from './live-map.module.css'

interface HeatLegendProps {
  readonly kind: HeatKind
  readonly pointers: readonly AssetPointer[]
}

/** Legend of the heat map's colours, with the number of assets in each. */
export function HeatLegend({ kind, pointers }: HeatLegendProps) {
  const { t } = useTranslation('live-map')
  return (
    <section className={styles.legend} aria-label={t('heat.legend')}>
      {kind === 'density' ? <DensityLegend /> : <LevelLegend kind={kind} pointers={pointers} />}
    </section>
  )
}

function DensityLegend() {
  const { t } = useTranslation('live-map')
  const { chart } = useTokens()
  return (
    <>
      <span>{t('heat.few')}</span>
      <span
        className={styles.ramp}
        style={{ background: `linear-gradient(90deg, ${chart.join(', ')})` }}
        aria-hidden
      />
      <span>{t('heat.many')}</span>
    </>
  )
}

function LevelLegend({ kind, pointers }: { kind: 'battery' | 'wifi'; pointers: readonly AssetPointer[] }) {
  const { t } = useTranslation('live-map')
  const tokens = useTokens()
  const aliases = useAliases('Equipment')
  const words = aliases.words(kind === 'battery' ? 'BatteryLevel' : 'WifiStrength')
  const lookOf = kind === 'battery' ? batteryLook : wifiLook
  const State = kind === 'battery' ? BatteryState : WifiState
  const reported = pointers.map((pointer) => levelOf(pointer, kind))
  const notReported = reported.filter((level) => level === undefined).length
  return (
    <ul className={styles.groups}>
      {heatGroups[kind].map(({ level, stored }) => (
        <li key={level}>
          <span className={styles.swatch} style={{ background: heatColour(level, tokens) }} aria-hidden />
          <State stored={stored[0]} words={words} form="icon" />
          {stored.map((value) => lookOf(value, words).word).join(', ')}
          <b>{reported.filter((reportedLevel) => reportedLevel === level).length}</b>
        </li>
      ))}
      {notReported > 0 ? (
        <li>
          {t('heat.notReported')} <b>{notReported}</b>
        </li>
      ) : null}
    </ul>
  )
}
