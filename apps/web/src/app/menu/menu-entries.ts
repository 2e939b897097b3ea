import type { CustomReport } from '@wardtrack/contracts'
import { REPORT_TYPE_PAGES } from '@wardtrack/contracts/custom-report-choices'
import { pageAllows } from '@wardtrack/contracts/pages'
import type { ParseKeys } from 'i18next'
import { Bell, ChartLine, FilePlus2, LayoutDashboard, type LucideIcon, MapPin, Settings } from 'lucide-react'
import type { ComponentType } from 'react'
import { OpenAlertsCount } from '../../features/alert-notices/index.ts'
import type { Access } from '../../lib/access.ts'
import { providerTitle } from '../../lib/place.ts'
import { reportIcon } from '../../ui/report-icons.ts'
import { routeOf } from '../routes.ts'

/** Text key of a menu item. */
type MenuText = Extract<ParseKeys<'shell'>, `menu.${string}`>

/** Menu item that opens a page. */
export interface MenuLink {
  /** Key of its text. */
  readonly label: MenuText
  /** Name that is the same in every language and replaces the text. */
  readonly name?: string
  /** Key of the heading above the item, at the start of a subgroup. */
  readonly heading?: MenuText
  /** Path without the leading slash. */
  readonly to: string
  readonly Icon?: LucideIcon
  /** Number of waiting entries, shown after the label. */
  readonly Count?: ComponentType<{ readonly corner?: boolean }>
  /** Path prefix of the item's subpages; by default its path. */
  readonly subpagePrefix?: string
}

/** Menu item that opens further items. */
export interface MenuGroup {
  /** Key of its text. */
  readonly label: MenuText
  readonly Icon: LucideIcon
  readonly links: readonly MenuLink[]
  /** Path prefixes of pages in the group that have no menu item. */
  readonly subpagePrefixes?: readonly string[]
}

/** Items under one heading; the first section has none. */
export interface MenuSection {
  /** Key of its text. */
  readonly heading: MenuText | ''
  readonly entries: readonly (MenuLink | MenuGroup)[]
}

const reports: readonly MenuLink[] = [
  { label: 'menu.statusVsTime', to: 'report/status-vs-time' },
  { label: 'menu.pumpMovement', to: 'report/pump-movement' },
  { label: 'menu.movementVsTime', to: 'report/movement-vs-time' },
  { label: 'menu.nearbyPumps', to: 'report/nearby-pump' },
  { label: 'menu.rtlsAlerts', to: 'report/rtls-alert' },
  { label: 'menu.rtlsAlarms', to: 'report/rtls-alarm' },
  { label: 'menu.mednetAlarms', to: 'report/mednet-alarm' },
  { label: 'menu.fenceStatus', to: 'report/fence-status' },
  { label: 'menu.batteryHeat', to: 'report/battery-heat' },
  { label: 'menu.wifiHeat', to: 'report/wifi-heat' },
  { label: 'menu.allAssetsMapView', to: 'report/all-assets-map-view' },
  { label: 'menu.unmoved', to: 'report/unmoved', heading: 'menu.analyses' },
  { label: 'menu.notSeen', to: 'report/not-seen' },
  { label: 'menu.utilisation', to: 'report/utilisation' },
  { label: 'menu.dwell', to: 'report/dwell' },
  { label: 'menu.cleaning', to: 'report/cleaning' },
  { label: 'menu.parLevels', to: 'report/par-levels' },
  { label: 'menu.balancing', to: 'report/balancing' },
  { label: 'menu.reportSchedules', to: 'report/schedules', heading: 'menu.byThemselves' },
]

const settings: readonly MenuLink[] = [
  { label: 'menu.addProvider', to: 'provider-settings/new' },
  { label: 'menu.integrationEndpoints', to: 'mirth-settings' },
  { label: 'menu.users', to: 'admin-config' },
  { label: 'menu.privileges', to: 'privilege-settings' },
  { label: 'menu.auditLog', to: 'admin-config/audit' },
  { label: 'menu.storage', to: 'admin-config/storage' },
  { label: 'menu.customTags', to: 'custom-tags' },
  { label: 'menu.parSettings', to: 'par-settings' },
  { label: 'menu.cachingAndIngestion', to: 'scaling-option' },
  { label: 'menu.notificationRules', to: 'ls-notify-rules' },
  { label: 'menu.assetRules', to: 'mednet-param' },
  { label: 'menu.encryption', to: 'encryption-setting' },
  { label: 'menu.metadataMappings', to: 'metadata-mappings' },
  { label: 'menu.hierarchyAndMaps', to: 'hierarchy-list-two' },
  { label: 'menu.geofenceList', to: 'geofencelist' },
  { label: 'menu.assetList', to: 'assetlist' },
  { label: 'menu.errorLogs', to: 'error-logs' },
  { label: 'menu.dataImport', to: 'device-import' },
]

const sections: readonly MenuSection[] = [
  {
    heading: '',
    entries: [
      { label: 'menu.dashboard', to: 'dashboard', Icon: LayoutDashboard },
      { label: 'menu.devices', to: 'devices', Icon: MapPin },
      {
        label: 'menu.geofenceAlerts',
        to: 'geofence-alerts',
        Icon: Bell,
        Count: OpenAlertsCount,
        subpagePrefix: 'geofence-alert/',
      },
    ],
  },
  {
    heading: 'menu.insight',
    entries: [
      {
        label: 'menu.reports',
        Icon: ChartLine,
        links: reports,
        // Reports that are not for everyone have no menu item.
        subpagePrefixes: Object.values(REPORT_TYPE_PAGES).map((page) => `${page}/`),
      },
      { label: 'menu.generatedReports', to: 'generate-report', Icon: FilePlus2 },
    ],
  },
  { heading: 'menu.administration', entries: [{ label: 'menu.settings', Icon: Settings, links: settings }] },
]

/** True if a menu item opens further items. */
export const isGroup = (entry: MenuLink | MenuGroup): entry is MenuGroup => 'links' in entry

/** True if a page belongs to a group. */
export const isInGroup = ({ links, subpagePrefixes = [] }: MenuGroup, pathname: string): boolean =>
  links.some(({ to }) => pathname === `/${to}`) ||
  subpagePrefixes.some((prefix) => pathname.startsWith(`/${prefix}`))

/** Returns true if the user may open a path. */
export function mayOpen(path: string, access: Access | undefined): boolean {
  const page = routeOf(`/${path}`)?.page
  if (!access || page === undefined) return false
  if (!access.configured) return page === 'privilege-settings'
  return pageAllows(access.allowedRoutes, page)
}

/** Adds the items of the location providers by name, and the item that adds a provider. */
function withProviders(links: readonly MenuLink[], names: readonly string[]): MenuLink[] {
  return links.flatMap((link): MenuLink[] => {
    if (link.label !== 'menu.addProvider') return [link]
    const lines = [
      ...names.map(
        (name): MenuLink => ({
          label: 'menu.locationProviders',
          name: providerTitle(name),
          to: `provider-settings/${name}`,
        }),
      ),
      link,
    ]
    return lines.map((line, index) => (index === 0 ? { ...line, heading: 'menu.locationProviders' } : line))
  })
}

/** Menu items added by users: location providers, and custom reports for everyone. */
export interface AddedLines {
  /** Names of the location providers, one item each. */
  readonly providers?: readonly string[]
  readonly reports?: readonly CustomReport[]
}

/** Returns an item for each custom report that is for everyone, by name. */
const reportLines = (customReports: readonly CustomReport[]): MenuLink[] =>
  customReports
    .filter(({ share }) => share === 'Everyone')
    .map(({ _id, Name, Type, Icons }, index) => ({
      label: 'menu.customReports',
      name: Name,
      to: `${REPORT_TYPE_PAGES[Type]}/${_id}`,
      Icon: reportIcon(Icons),
      ...(index === 0 ? { heading: 'menu.customReports' } : {}),
    }))

/** True if the user may open a type of custom report, so that the menu may have items for them. */
export const mayOpenCustomReports = (access: Access | undefined): boolean =>
  Object.values(REPORT_TYPE_PAGES).some((page) => mayOpen(`${page}/any`, access))

/**
 * Returns the menu of a user with the existing pages that the user may open. Groups and headings without items are
 * left out.
 */
export function menuFor(
  access: Access | undefined,
  { providers = [], reports: customReports = [] }: AddedLines = {},
): MenuSection[] {
  const shown = customReports.filter(({ Type }) => mayOpen(`${REPORT_TYPE_PAGES[Type]}/any`, access))
  return sections
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.flatMap((entry): (MenuLink | MenuGroup)[] => {
        if (!isGroup(entry)) return mayOpen(entry.to, access) ? [entry] : []
        const added = entry.links === reports ? reportLines(shown) : []
        const links = [...withProviders(entry.links, providers), ...added].filter(({ to }) =>
          mayOpen(to, access),
        )
        return links.length > 0 ? [{ ...entry, links }] : []
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
