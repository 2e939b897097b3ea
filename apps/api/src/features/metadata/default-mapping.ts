import type { MetaEntry } from '@wardtrack/contracts'

type Entries = Record<string, MetaEntry>

function entry(name: string, Alias: string, more: Partial<MetaEntry> = {}): Entries {
  return {
    [name]: { Alias, Model: `Fields.${name}`, tableKey: name, filterFlag: '1', inputType: 'input', ...more },
  }
}

function select(name: string, alias: string, options: Record<string, string>, Model: string): Entries {
  const Options = Object.fromEntries(
    Object.entries(options).map(([option, optionAlias]) => [option, { alias: optionAlias }]),
  )
  return entry(name, alias, { Model, inputType: 'select', Options })
}

const person = (): Entries => ({ ...entry('AssetName', 'Name'), ...entry('Status', 'Status') })

/** Returns the mapping of a new store: the fields and option values of the specification. */
export function defaultMapping(): {
  aliases: Record<string, string>
  types: Record<string, Entries>
} {
  return {
    aliases: { Equipment: 'Equipment', Clinician: 'Clinician', Patient: 'Patient' },
    types: { Equipment: equipment(), Clinician: person(), Patient: person() },
  }
}

function equipment(): Entries {
  const wifi = {
    BAR_ONE: 'Very weak',
    BAR_TWO: 'Weak',
    BAR_THREE: 'Fair',
    BAR_FOUR: 'Good',
    BAR_FIVE: 'Strong',
  }
  const battery = { LEVEL_1: 'Critical', LEVEL_2: 'Low', LEVEL_3: 'Medium', LEVEL_4: 'Full' }
  const connection = { 'comm-status-online': 'Online', 'comm-status-offline': 'Offline' }
  const infusion = { 'pump-status-infusing': 'Infusing', 'pump-status--not-infusing': 'Not infusing' }
  return {
    ...entry('AssetName', 'Asset Name'),
    ...entry('SerialNo', 'Serial No'),
    ...entry('PrimaryCategory', 'Primary Category'),
    ...select('WifiStrength', 'Wifi Strength', wifi, 'Fields.WifiStrength.Strength'),
    ...select('BatteryLevel', 'Battery Level', battery, 'Fields.BatteryLevel.Level'),
    ...select('DeviceStatus', 'Connection Status', connection, 'Fields.DeviceStatus'),
    ...select('InfusionStatus', 'Infusion Status', infusion, 'Fields.InfusionStatus'),
    ...entry('VolumeInfused', 'Volume Infused', { filterFlag: '0' }),
  }
}
