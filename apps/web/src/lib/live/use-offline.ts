import { useStreamState } from './index.ts'

/** Why nothing can be saved now; undefined while the server is in reach. Writing controls show it as their title. */
export const useOfflineReason = (): string | undefined =>
  useStreamState().kind === 'lost' ? 'Connection lost: this can be changed once it is back' : undefined
