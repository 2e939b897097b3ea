/** Messages about the nearest available asset, claims and missing reports; part of `messages`. */
export const nearestMessages = {
  assetClaimed: 'It is yours for 15 minutes.',
  assetReleased: 'Others may take it again.',
  claimedByOthers: 'Somebody else is taking this one.',
  tooManyClaims: 'You are taking as many as one person may. Release one first.',
  assetInactive: 'This asset is not active.',
  missingReported: 'Reported as not there.',
  missingWithdrawn: 'The report was withdrawn.',
  missingNotYours: 'There is no report of yours to withdraw.',
  assetNowhere: 'It is not known where this asset is.',
  tooManyReports:
    'You have reported as many as one person may for now. Please tell the people who look after the tags.',
  placeWithoutMap: 'This place lies on no map.',
  pointOutside: 'The point lies outside the map.',
} as const
