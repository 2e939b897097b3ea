import { pageAllows } from '@wardtrack/contracts/pages'
import { Bell, ChartLine, FilePlus2, LayoutDashboard, type LucideIcon, MapPin, Settings } from 'lucide-react'
import type { ComponentType } from 'react'
import { OpenAlertsCount } from '../../features/alerts/open-alerts.tsx'
import type { Access } from '../../lib/access.ts'
import { isBeingBuilt } from '../pages-being-built.ts'
import { routeOf } from '../routes.ts'

/** One line of the menu that opens a page. */
export interface MenuLink {
  readonly label: string
  /** Path without the leading slash. */
  readonly to: string
  readonly Icon?: LucideIcon
  /** A number behind the label: what waits there. */
  readonly Count?: ComponentType<{ readonly corner?: boolean }>
  /** Paths of pages that belong to this line begin with this, when it is not the path itself. */
  readonly holds?: string
}

/** A line that opens further lines. */
export interface MenuGroup {
  readonly label: string
  readonly Icon: LucideIcon
  readonly links: readonly MenuLink[]
}

/** Lines under one heading; the first section has none. */
export interface MenuSection {
  readonly heading: string
  readonly entries: readonly (MenuLink | MenuGroup)[]
}

const reports: readonly MenuLink[] = [
  { label: 'Status vs Time', to: 'report/status-vs-time' },
  { label: 'Pump Movement', to: 'report/pump-movement' },
  { label: 'Movement vs Time', to: 'report/movement-vs-time' },
  { label: 'Nearby Pumps', to: 'report/nearby-pump' },
  { label: 'RTLS Alerts', to: 'report/rtls-alert' },
  { label: 'RTLS Alarms', to: 'report/rtls-alarm' },
  { label: 'Mednet Alarms', to: 'report/mednet-alarm' },
  { label: 'Fence Status', to: 'report/fence-status' },
  { label: 'Battery Heat', to: 'report/battery-heat' },
  { label: 'Wifi Heat', to: 'report/wifi-heat' },
  { label: 'All Assets Map View', to: 'report/all-assets-map-view' },
]

const settings: readonly MenuLink[] = [
  { label: 'Location Providers', to: 'provider-settings/new' },
  { label: 'Integration Endpoints', to: 'mirth-settings' },
  { label: 'Users', to: 'admin-config' },
  { label: 'Privileges', to: 'privilege-settings' },
  { label: 'Custom Tags', to: 'custom-tags' },
  { label: 'Caching and Ingestion', to: 'scaling-option' },
  { label: 'Notification Rules', to: 'ls-notify-rules' },
  { label: 'Encryption', to: 'encryption-setting' },
  { label: 'Metadata Mappings', to: 'metadata-mappings' },
  { label: 'Hierarchy and Maps', to: 'hierarchy-list-two' },
  { label: 'Geofence List', to: 'geofencelist' },
  { label: 'Asset List', to: 'assetlist' },
  { label: 'Error Logs', to: 'error-logs' },
  { label: 'Data Import', to: 'device-import' },
]

const sections: readonly MenuSection[] = [
  {
    heading: '',
    entries: [
      { label: 'Dashboard', to: 'dashboard', Icon: LayoutDashboard },
      { label: 'Devices', to: 'devices', Icon: MapPin },
      {
        label: 'Geofence Alerts',
        to: 'geofence-alerts',
        Icon: Bell,
        Count: OpenAlertsCount,
        holds: 'geofence-alert/',
      },
    ],
  },
  {
    heading: 'Insight',
    entries: [
      { label: 'Reports', Icon: ChartLine, links: reports },
      { label: 'Generated Reports', to: 'generate-report', Icon: FilePlus2 },
    ],
  },
  { heading: 'Administration', entries: [{ label: 'Settings', Icon: Settings, links: settings }] },
]

/** Whether a line of the menu opens further lines. */
export const isGroup = (entry: MenuLink | MenuGroup): entry is MenuGroup => 'links' in entry

/** Whether a person may open a path, and whether there is something to open. */
export function mayOpen(path: string, access: Access | undefined): boolean {
  const page = routeOf(`/${path}`)?.page
  if (!access || page === undefined || isBeingBuilt(page)) return false
  if (!access.configured) return page === 'privilege-settings'
  return pageAllows(access.allowedRoutes, page)
}

/**
 * The menu of one person: only pages that the person may open and that exist. Groups and headings left without a
 * line are left out too.
 */
export function menuFor(access: Access | undefined): MenuSection[] {
  return sections
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.flatMap((entry): (MenuLink | MenuGroup)[] => {
        if (!isGroup(entry)) return mayOpen(entry.to, access) ? [entry] : []
        const links = entry.links.filter(({ to }) => mayOpen(to, access))
        return links.length > 0 ? [{ ...entry, links }] : []
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
