import { DEFAULT_REPORT_ICON, type ReportIcon } from '@wardtrack/contracts/custom-report-choices'
import {
  BatteryMedium,
  BellRing,
  ChartArea,
  FileChartColumn,
  type LucideIcon,
  MapPinned,
  Radar,
  TriangleAlert,
  Users,
  Wifi,
  Wrench,
} from 'lucide-react'

const icons: Readonly<Record<ReportIcon, LucideIcon>> = {
  'icon-custom-report': FileChartColumn,
  'icon-alert-report': TriangleAlert,
  'icon-alarm-report': BellRing,
  'icon-status-time-report': ChartArea,
  'icon-nearby-pump-report': Radar,
  'icon-battery-report': BatteryMedium,
  'icon-wifi-report': Wifi,
  'icon-location-report': MapPinned,
  'icon-people-report': Users,
  'icon-service-report': Wrench,
}

/** Returns the icon of a custom report by its class; the default icon for an unknown class. */
export const reportIcon = (name: string): LucideIcon =>
  Object.hasOwn(icons, name) ? icons[name as ReportIcon] : icons[DEFAULT_REPORT_ICON]
