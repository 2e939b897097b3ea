import { translate } from '../i18n/i18n.ts'
import { useStreamState } from './index.ts'

/** Why nothing can be saved now; undefined while the server is in reach. Writing controls show it as their title. */
export const useOfflineReason = (): string | undefined =>
  useStreamState().kind === 'lost' ? translate('common:connection.noChanges') : undefined
