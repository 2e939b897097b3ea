import { PAGE_SETS } from '@wardtrack/contracts/pages'

/** A privilege in the format of `addPrivilege`; routes are page names with their slash. */
export interface DemoPrivilege {
  readonly privilegeName: string
  readonly description: string
  readonly routes: readonly string[]
}

/** An account in the format of `addUser`, without the password, which the seeding process generates. */
export interface DemoUser {
  readonly username: string
  readonly displayName: string
  readonly privileges: readonly string[]
  readonly patientDataAccess: boolean
  readonly purpose: string
}

const {
  DASHBOARD,
  ASSET_DETAIL,
  ALERT,
  REPORT,
  CUSTOM_REPORT,
  GENERATE_REPORT,
  HIERARCHY,
  NOTIFICATION_RULES,
  METADATA,
} = PAGE_SETS
const MAPS = [...HIERARCHY, 'geofencelist']
const FLEET = ['par-settings', 'assetlist', 'error-logs', 'device-import', 'custom-tags']
const SETTINGS = [
  'mirth-settings',
  'privilege-settings',
  'provider-settings',
  'scaling-option',
  'encryption-setting',
  'admin-config',
]
const OWN = ['profile']
const MAINTENANCE = [
  ...DASHBOARD,
  ...ASSET_DETAIL,
  ...ALERT,
  ...REPORT,
  ...CUSTOM_REPORT,
  ...GENERATE_REPORT,
  ...MAPS,
  ...NOTIFICATION_RULES,
  ...METADATA,
  ...FLEET,
]

function routes(...groups: readonly (readonly string[])[]): string[] {
  return groups.flat().map((page) => `/${page}`)
}

export const PRIVILEGES: readonly DemoPrivilege[] = [
  {
    privilegeName: 'May administer everything',
    description: 'All pages of the console, settings and accounts included',
    routes: routes(MAINTENANCE, SETTINGS, OWN),
  },
  {
    privilegeName: 'May find equipment and people',
    description: 'Devices, asset details, geofence alerts and reports for the wards',
    routes: routes(DASHBOARD, ASSET_DETAIL, ALERT, REPORT, CUSTOM_REPORT, OWN),
  },
  {
    privilegeName: 'May maintain equipment and maps',
    description: 'The fleet, its import and metadata, hierarchies, maps, geofences, reports and logs',
    routes: routes(MAINTENANCE, OWN),
  },
  {
    privilegeName: 'May set notification rules',
    description: 'Notification rules, without any other page',
    routes: routes(NOTIFICATION_RULES),
  },
]

export const USERS: readonly DemoUser[] = [
  {
    username: 'c.administrator',
    displayName: 'Chris Administrator',
    privileges: ['May administer everything'],
    patientDataAccess: true,
    purpose: 'administrator: every page, patients included',
  },
  {
    username: 'm.okafor',
    displayName: 'Mira Okafor',
    privileges: ['May find equipment and people', 'May set notification rules'],
    patientDataAccess: true,
    purpose: 'nurse with patient data',
  },
  {
    username: 't.brandt',
    displayName: 'Tomas Brandt',
    privileges: ['May find equipment and people'],
    patientDataAccess: false,
    purpose: 'nurse without patient data',
  },
  {
    username: 'r.varga',
    displayName: 'Renata Varga',
    privileges: ['May maintain equipment and maps'],
    patientDataAccess: false,
    purpose: 'biomedical engineer',
  },
]
