import type { Asset } from '@wardtrack/contracts'
import type { Aliases } from '../../lib/metadata.ts'
import { FlashOnChange } from '../../ui/flash-on-change.tsx'
import { ONLINE } from '../../ui/state-looks.ts'
import { ConnectionState, InfusionState } from '../../ui/states.tsx'
import styles from './state-chips.module.css'

/**
 * Infusion and connection of a device. An offline device shows no infusion: its last one is in the history. An asset
 * that reports no connection at all, as a person does, shows neither.
 */
export function StateChips(props: {
  readonly asset: Pick<Asset, 'AssetType' | 'Fields'>
  readonly aliases: Aliases
}) {
  const { asset, aliases } = props
  const { DeviceStatus, InfusionStatus } = asset.Fields
  if (!DeviceStatus && asset.AssetType !== 'Equipment') return null
  return (
    <span className={styles.chips}>
      {DeviceStatus === ONLINE && InfusionStatus ? (
        <FlashOnChange value={InfusionStatus}>
          <InfusionState stored={InfusionStatus} words={aliases.words('InfusionStatus')} />
        </FlashOnChange>
      ) : null}
      <FlashOnChange value={DeviceStatus ?? ''}>
        <ConnectionState stored={DeviceStatus} words={aliases.words('DeviceStatus')} />
      </FlashOnChange>
    </span>
  )
}
