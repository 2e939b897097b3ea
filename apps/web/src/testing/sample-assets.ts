import type { Asset, MetaEntry, MetaMapping } from '@wardtrack/contracts'

/** Creates a pump in a room, seen just now. */
export const samplePump = (part: Partial<Asset> = {}): Asset => {
  const time = new Date().toISOString()
  return {
    _id: `id-${part.AssetId ?? 'IP-0412'}`,
    AssetType: 'Equipment',
    AssetId: 'IP-0412',
    AssetStatus: 'active',
    Fields: {
      AssetName: 'Infusion Pump 0412',
      SerialNo: 'LVP-21-084412',
      PrimaryCategory: 'lvp',
      WifiStrength: { Strength: 'BAR_FIVE' },
      BatteryLevel: { Level: 'LEVEL_4' },
      DeviceStatus: 'comm-status-online',
      InfusionStatus: 'pump-status--not-infusing',
      VolumeInfused: 482,
      Owner: 'Biomedical Engineering',
    },
    FieldTimes: { WifiStrength: time, DeviceStatus: time },
    CustomTags: ['Loan pool'],
    LocationTags: [{ Provider: 'centrak', TagId: '00:12:4B', IsPrimary: true }],
    CurrentLocation: {
      mapId: 'm3',
      fullPath: {
        Level_1: 'Northfield General',
        Level_2: 'Tower A',
        Level_3: 'Level 3',
        Level_4: 'ICU West',
        Level_5: 'Room 3.07',
      },
      xCenterPoint: 10,
      yCenterPoint: 20,
      time,
    },
    createdAt: '2021-03-03T09:14:02.000Z',
    updatedAt: time,
    ...part,
  }
}

const entry = (Alias: string, Model: string, aliases: Record<string, string> = {}): MetaEntry => ({
  Alias,
  Model,
  tableKey: Alias,
  filterFlag: '1',
  inputType: 'select',
  Options: Object.fromEntries(Object.entries(aliases).map(([stored, alias]) => [stored, { alias }])),
})

/** Creates a metadata mapping with a distinct alias for each name. */
export const sampleMapping = (): MetaMapping =>
  ({
    _id: 'mapping',
    _aliases: { Equipment: 'Equipment' },
    Equipment: {
      AssetName: entry('Device', 'Fields.AssetName'),
      SerialNo: entry('Serial no', 'Fields.SerialNo'),
      PrimaryCategory: entry('Category', 'Fields.PrimaryCategory', { lvp: 'Large volume pump' }),
      BatteryLevel: entry('Battery Level', 'Fields.BatteryLevel.Level', { LEVEL_4: 'Brim-full' }),
    },
  }) as unknown as MetaMapping
