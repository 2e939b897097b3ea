import type { RequestOf } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'

type ImageInfo = RequestOf<'uploadMetaDataFiles'>['body']['imageInfo']
/** Picture to remove. */
export type PictureRemoval = Omit<RequestOf<'deleteAliasImage'>['body'], 'id'>

/** Uploads pictures; a failure is shown at the file's field. */
export const usePictureUpload = () =>
  useApiMutation({
    call: (imageInfo: ImageInfo) => api.call('uploadMetaDataFiles', { body: { id: 'mapping', imageInfo } }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.metadata]],
  })

/** Removes a picture. */
export const usePictureRemoval = () =>
  useApiMutation({
    call: (removal: PictureRemoval) => api.call('deleteAliasImage', { body: { id: 'mapping', ...removal } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.metadata]],
  })
