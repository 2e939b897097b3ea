import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { Jobs } from '@wardtrack/jobs'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import { createEncryptionService } from './encryption.service.ts'
import { defineEncryptionJobs } from './encryption-jobs.ts'

/** Creates the calls for the encrypted fields and their key. */
export function encryptionRoutes(
  parts: ServiceParts,
  metadata: MetadataStore,
  jobs: Jobs,
): ServedCall<Actor>[] {
  defineEncryptionJobs(parts, jobs)
  const encryption = createEncryptionService(parts, metadata, jobs)
  return [
    serve(calls.getAllEncryptionConfig)<Actor>(() => encryption.read()),
    serve(calls.getAllFields)<Actor>(({ body }) => encryption.fields(body.AssetType)),
    serve(calls.saveEncryptionConfig)<Actor>(({ body }, { actor, target }) => {
      target('encryption', 'config')
      return encryption.save(body, sessionOf(actor))
    }),
    serve(calls.updateEncryptionConfig)<Actor>(({ params, body }, { actor, target }) => {
      target('encryption', params.id)
      return encryption.update(params.id, body, sessionOf(actor))
    }),
    serve(calls.encryptionStatus)<Actor>((_input, { actor }) => encryption.status(sessionOf(actor))),
    serve(calls.rotateEncryptionKey)<Actor>((_input, { actor, target }) => {
      target('encryption', 'key')
      return encryption.rotate(sessionOf(actor))
    }),
    serve(calls.removePlainBackup)<Actor>(({ body }, { target }) => {
      target('backup', body.name)
      return encryption.removePlainBackup(body.name)
    }),
  ]
}
