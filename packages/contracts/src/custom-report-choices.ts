/** What a custom report can be: a table, or a map whose assets show the value of one field. */
export const REPORT_TYPES = ['List', 'Heat Map'] as const
/** One of {@link REPORT_TYPES}. */
export type ReportType = (typeof REPORT_TYPES)[number]

/** Whether a report is a map, not a table. */
export const isHeatMap = (type: ReportType): boolean => type === 'Heat Map'

/** Who sees a custom report: everybody, those who compose reports, its owner alone. */
export const REPORT_SHARES = ['Everyone', 'None', 'Tag'] as const
/** One of {@link REPORT_SHARES}. */
export type ReportShare = (typeof REPORT_SHARES)[number]

/** Columns of a custom report that are no entries of the metadata mapping: members of every asset. */
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

/** The icon of a report that names none, or one that the console does not draw. */
export const DEFAULT_REPORT_ICON = 'icon-custom-report'
/** Icons that the form offers. A report may name another: it is shown with the default one. */
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

/** The page that shows a report of a type. */
export const REPORT_TYPE_PAGES = { List: 'custom-report', 'Heat Map': 'heat-map-report' } as const

/** Words that the form offers for reports that are shared by a tag. */
export const REPORT_TAGS = ['Heat Map', 'Battery', 'Clinician', 'Patient'] as const

/**
 * Bounds of custom reports. `owned`: of one person; `shared`: reports of everybody that more than their owner sees, those
 * about patients counted apart; `fields`: columns of one.
 */
export const CUSTOM_REPORT_LIMITS = { owned: 100, shared: 500, fields: 100, previewRows: 5 } as const
/** Fewest columns of a custom report. */
export const FEWEST_REPORT_FIELDS = 2
/** Shortest description and shortest tag of a custom report, in characters. */
export const SHORTEST_REPORT_TEXT = 3
