import { translate } from '../i18n/i18n.ts'
import { useStreamState } from './index.ts'

/** Returns the reason why saving is disabled, for the title of controls; undefined while the server is reachable. */
export const useOfflineReason = (): string | undefined =>
  useStreamState().kind === 'lost' ? translate('common:connection.noChanges') : undefined
