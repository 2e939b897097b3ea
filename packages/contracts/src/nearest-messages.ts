/** Messages about the nearest available asset, claims and missing reports; part of `messages`. */
export const nearestMessages = {
  assetClaimed: 'Reserved for you for 15 minutes',
  assetReleased: 'Released. Others can reserve it again.',
  claimedByOthers: 'Somebody else has reserved this asset.',
  tooManyClaims: 'Your reservation limit is reached. Release an asset first.',
  assetInactive: 'This asset is not active.',
  missingReported: 'Reported as missing.',
  missingWithdrawn: 'The report was withdrawn.',
  missingNotYours: 'You have no report to withdraw.',
  assetNowhere: 'The position of this asset is unknown.',
  tooManyReports:
    'Your limit of missing reports is reached for now. Please inform the people who maintain the tags.',
  placeWithoutMap: 'This place is not on a map.',
  pointOutside: 'The point is outside the map.',
} as const
