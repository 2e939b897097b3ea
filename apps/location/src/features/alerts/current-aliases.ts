import type { AssetAtAlert } from '@wardtrack/contracts'
import type { MetadataMapping } from '@wardtrack/ingestion'

/** The alias that the mapping has for a code now; undefined when it has none. */
export function aliasOfCode(
  mapping: MetadataMapping,
  assetType: string,
  name: string,
  code: string,
): string | undefined {
  const entries = Object.hasOwn(mapping, assetType) ? mapping[assetType] : undefined
  const options = entries?.[name]?.Options
  return options && Object.hasOwn(options, code) ? options[code]?.alias : undefined
}

/**
 * What an alert keeps of its asset, with the present aliases of its codes. Where the mapping no longer has a code, and
 * where the alert is older than the codes, what was stored is told.
 */
export function withCurrentAliases(
  atAlert: AssetAtAlert,
  assetType: string,
  mapping: MetadataMapping,
): AssetAtAlert {
  const alias = (name: string, code: string | undefined): string | undefined =>
    code === undefined ? undefined : aliasOfCode(mapping, assetType, name, code)
  const Battery = alias('BatteryLevel', atAlert.BatteryCode) ?? atAlert.Battery
  const WiFi = alias('WifiStrength', atAlert.WiFiCode) ?? atAlert.WiFi
  return {
    ...atAlert,
    ...(Battery === undefined ? {} : { Battery }),
    ...(WiFi === undefined ? {} : { WiFi }),
  }
}
