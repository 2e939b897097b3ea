/** Messages about the tiles of dashboards; part of `messages`. */
export const dashboardMessages = {
  tileUnknown: 'There is no such tile.',
  tileSize: 'A tile is small, medium or large.',
  tileReport: 'A custom report, and no other tile, names the report that it shows.',
  tileNotAllowed: 'You may not open what this tile shows.',
  tileReportUnknown: 'There is no such report.',
  tileTwice: 'This tile stands on the dashboard already.',
  tooManyTiles: 'A dashboard has at most 24 tiles.',
  dashboardSaved: 'Dashboard saved.',
  dashboardReset: 'You see the default dashboard again.',
  defaultDashboardSaved: 'This is the default dashboard for everyone now.',
  defaultDashboardReset: 'Everyone begins with the dashboard of the product again.',
} as const
