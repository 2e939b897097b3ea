export { LIVE_UNTIL_MS, positionAge, relativeTime, STALE_AFTER_MS, span } from './age.ts'
export { AgeLabel } from './age-label.tsx'
export { Brand, BrandMark, EmptyRoom } from './brand-mark.tsx'
export { EmptyState } from './empty-state.tsx'
export { ErrorState } from './error-state.tsx'
export { OfflineBand } from './offline-band.tsx'
export {
  BatteryState,
  ConnectionState,
  InfusionState,
  type StateForm,
  StateMark,
  WifiState,
} from './states.tsx'
export { BatteryIcon, DropIcon, OfflineIcon, OnlineIcon, WifiIcon } from './status-icons.tsx'
export {
  chooseScheme,
  type Scheme,
  type SchemeChoice,
  useScheme,
  useSchemeChoice,
  useTokens,
} from './scheme.ts'
export { sizes, type Tokens, tokens } from './tokens.ts'
export { useNow } from './use-now.ts'
export * from './vocabulary.ts'
