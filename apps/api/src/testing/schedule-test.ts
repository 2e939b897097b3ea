/** The form of a schedule as tests send it: devices as CSV every morning, kept as a file. */
export const SCHEDULE_FORM = {
  Name: 'Every morning',
  page: 'devices',
  criteria: [{ AssetType: 'Equipment' }] as readonly object[],
  period: 'none',
  format: 'csv',
  byMail: false,
  keepFile: true,
  keepDays: 30,
  enabled: true,
  every: 'day',
  time: '07:30',
  timeZone: 'Europe/Berlin',
}
