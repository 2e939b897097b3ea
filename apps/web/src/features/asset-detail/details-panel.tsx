import type { Asset } from '@wardtrack/contracts'
import { useAliases } from '../../lib/metadata.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './asset-detail.module.css'
import { allDetails } from './field-values.ts'

/** Every field of the asset by alias. */
export function DetailsPanel({ asset }: { readonly asset: Asset }) {
  return (
    <Panel title="Details">
      <dl className={styles.details}>
        {allDetails(asset, useAliases(asset.AssetType)).map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
