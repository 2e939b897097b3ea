import type { Asset, AssetClaim, MissingReport } from '@wardtrack/contracts'
import { Hand, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Aliases } from '../../lib/metadata.ts'
import { shortTime } from '../../lib/time.ts'
import { relativeTime } from '../../ui/age.ts'
import { FlashOnChange } from '../../ui/flash-on-change.tsx'
import { ONLINE } from '../../ui/state-looks.ts'
import { ConnectionState, InfusionState, StateMark } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './state-chips.module.css'

/**
 * Infusion and connection of a device. An offline device shows no infusion; its last one is in the history. An asset
 * that reports no connection, such as a person, shows neither.
 */
export function StateChips(props: {
  readonly asset: Pick<Asset, 'AssetType' | 'Fields' | 'Claim' | 'MissingReport'>
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
      <FetchChips asset={asset} />
    </span>
  )
}

/** Claim and missing report of an asset, made by users who fetch equipment. */
export const FetchChips = ({ asset }: { readonly asset: Pick<Asset, 'Claim' | 'MissingReport'> }) => (
  <>
    {asset.Claim ? <ClaimChip claim={asset.Claim} /> : null}
    {asset.MissingReport ? <MissingChip report={asset.MissingReport} /> : null}
  </>
)

/** User who takes the asset, shown until the claim expires. */
function ClaimChip({ claim: { by, until } }: { readonly claim: AssetClaim }) {
  const { t } = useTranslation('common')
  if (Date.parse(until) <= useNow()) return null
  const word = t('claimed', { name: by, time: shortTime(until) })
  return (
    <StateMark icon={<Hand size={14} strokeWidth={2.1} aria-hidden />} word={word} tone="use" form="chip" />
  )
}

/** User who did not find the asset where it was last seen. */
function MissingChip({ report: { by, at } }: { readonly report: MissingReport }) {
  const { t } = useTranslation('common')
  const word = t('reportedMissing', { name: by, age: relativeTime(at, useNow()) })
  return (
    <StateMark
      icon={<SearchX size={14} strokeWidth={2.1} aria-hidden />}
      word={word}
      tone="warn"
      form="chip"
    />
  )
}
