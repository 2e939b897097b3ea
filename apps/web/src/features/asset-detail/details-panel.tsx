import type { Asset } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../lib/metadata.ts'
import { Panel } from '../../ui/panel.tsx'
import { BatteryState, WifiState } from '../../ui/states.tsx'
import { reportsStates } from '../asset-display/index.ts'
import styles from './asset-detail.module.css'
import { allDetails } from './field-values.ts'

/** Wifi, battery and every other field of the asset by alias. */
export function DetailsPanel({ asset }: { readonly asset: Asset }) {
  const aliases = useAliases(asset.AssetType)
  const { WifiStrength, BatteryLevel } = asset.Fields
  const { t } = useTranslation('asset-detail')
  return (
    <Panel title={t('details.title')}>
      <dl className={styles.details}>
        {reportsStates(asset) ? (
          <>
            <div>
              <dt>{aliases.field('WifiStrength')}</dt>
              <dd>
                <WifiState stored={WifiStrength?.Strength} words={aliases.words('WifiStrength')} />
              </dd>
            </div>
            <div>
              <dt>{aliases.field('BatteryLevel')}</dt>
              <dd>
                <BatteryState stored={BatteryLevel?.Level} words={aliases.words('BatteryLevel')} />
              </dd>
            </div>
          </>
        ) : null}
        {allDetails(asset, aliases).map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
