import type { Asset } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../lib/metadata.ts'
import { Fact, Panel } from '../../ui/panel.tsx'
import { BatteryState, WifiState } from '../../ui/states.tsx'
import { FieldLabel, reportsStates } from '../asset-display/index.ts'
import styles from './asset-detail.module.css'
import { allDetails } from './field-values.ts'

/** Wifi and battery of an asset that reports states. */
export function StateFacts({ asset }: { readonly asset: Asset }) {
  const aliases = useAliases(asset.AssetType)
  const { WifiStrength, BatteryLevel } = asset.Fields
  if (!reportsStates(asset)) return null
  return (
    <>
      <Fact label={<FieldLabel label={aliases.field('WifiStrength')} icon={aliases.icon('WifiStrength')} />}>
        <WifiState stored={WifiStrength?.Strength} words={aliases.words('WifiStrength')} />
      </Fact>
      <Fact label={<FieldLabel label={aliases.field('BatteryLevel')} icon={aliases.icon('BatteryLevel')} />}>
        <BatteryState stored={BatteryLevel?.Level} words={aliases.words('BatteryLevel')} />
      </Fact>
    </>
  )
}

/** Wifi, battery and every other field of the asset by alias. */
export function DetailsPanel({ asset }: { readonly asset: Asset }) {
  const aliases = useAliases(asset.AssetType)
  const { t } = useTranslation('asset-detail')
  return (
    <Panel title={t('details.title')}>
      <dl className={styles.details}>
        <StateFacts asset={asset} />
        {allDetails(asset, aliases).map(({ label, text, icon }) => (
          <Fact key={label} label={<FieldLabel label={label} icon={icon} />}>
            {text}
          </Fact>
        ))}
      </dl>
    </Panel>
  )
}
