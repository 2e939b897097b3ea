/** Messages about the tiles of dashboards; part of `messages`. */
export const dashboardMessages = {
  tileUnknown: 'This tile does not exist.',
  tileSize: 'A tile is small, medium or large.',
  tileReport: 'Only a custom report tile names a report, and it must name one.',
  tileNotAllowed: 'You may not open the content of this tile.',
  tileReportUnknown: 'This report does not exist.',
  tileTwice: 'This tile is already on the dashboard.',
  tooManyTiles: 'A dashboard has at most 24 tiles.',
  dashboardSaved: 'Dashboard saved.',
  dashboardReset: 'You see the default dashboard again.',
  defaultDashboardSaved: 'This is now the default dashboard for everyone.',
  defaultDashboardReset: "Everyone starts with Wardtrack's own dashboard again.",
} as const
