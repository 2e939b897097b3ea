/** Types of custom reports: a table, or a map whose assets show the value of one field. */
export const REPORT_TYPES = ['List', 'Heat Map'] as const
/** One of {@link REPORT_TYPES}. */
export type ReportType = (typeof REPORT_TYPES)[number]

/** True if a report is a map, not a table. */
export const isHeatMap = (type: ReportType): boolean => type === 'Heat Map'

/** Sharing of a custom report: everybody, users who edit reports, or the owner only. */
export const REPORT_SHARES = ['Everyone', 'None', 'Tag'] as const
/** One of {@link REPORT_SHARES}. */
export type ReportShare = (typeof REPORT_SHARES)[number]

/** Columns of a custom report outside the metadata mapping: members of every asset. */
export const GENERAL_REPORT_FIELDS = [
  'AssetId',
  'AssetType',
  'AssetStatus',
  'CustomTags',
  'CurrentLocation',
  'HomeLocation',
  'createdAt',
] as const
/** One of {@link GENERAL_REPORT_FIELDS}. */
export type GeneralReportField = (typeof GENERAL_REPORT_FIELDS)[number]

/** Icon of a report without an icon, or with one that the console does not know. */
export const DEFAULT_REPORT_ICON = 'icon-custom-report'
/** Icons that the form offers. A report with another icon is shown with the default one. */
export const REPORT_ICONS = [
  DEFAULT_REPORT_ICON,
  'icon-alert-report',
  'icon-alarm-report',
  'icon-status-time-report',
  'icon-nearby-pump-report',
  'icon-battery-report',
  'icon-wifi-report',
  'icon-location-report',
  'icon-people-report',
  'icon-service-report',
] as const
/** One of {@link REPORT_ICONS}. */
export type ReportIcon = (typeof REPORT_ICONS)[number]

/** Page of each type of report. */
export const REPORT_TYPE_PAGES = { List: 'custom-report', 'Heat Map': 'heat-map-report' } as const

/** Tags that the form offers for sharing. */
export const REPORT_TAGS = ['Heat Map', 'Battery', 'Clinician', 'Patient'] as const

/**
 * Limits of custom reports. `owned`: reports of one user; `shared`: reports of all users that others can see, with
 * those about patients counted separately; `fields`: columns of one report.
 */
export const CUSTOM_REPORT_LIMITS = { owned: 100, shared: 500, fields: 100, previewRows: 5 } as const
/** Minimum number of columns of a custom report. */
export const FEWEST_REPORT_FIELDS = 2
/** Minimum length of description and tag of a custom report, in characters. */
export const SHORTEST_REPORT_TEXT = 3
