import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'

type ClaimCall = 'claimAsset' | 'releaseAsset' | 'reportAssetMissing' | 'withdrawMissingReport'

/** Makes a call about one asset, and refetches the lists that show it. */
const useCall = (call: ClaimCall) =>
  useApiMutation({
    call: (assetId: string): Promise<{ message: string }> => api.call(call, { body: { assetId } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.nearest], [KEYS.asset]],
  })

/** Returns the calls to claim equipment, and to report it missing. */
export function useClaims() {
  useTranslation('messages')
  return {
    claim: useCall('claimAsset'),
    release: useCall('releaseAsset'),
    report: useCall('reportAssetMissing'),
    withdraw: useCall('withdrawMissingReport'),
  }
}
