import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type FormatEndpoint, messages, type ProviderFormat } from '@wardtrack/contracts'
import { type ProviderFormatDoc, replaceAtRevision, revisionOf, settingId } from '@wardtrack/database'
import { formatId, type Ingestion } from '@wardtrack/ingestion'
import { conflict, invalidMember, notFound } from '@wardtrack/service-kit'

/** Provider and endpoint of an own JSON format. */
export type FormatAddress = { name: string; endpoint: FormatEndpoint }

/** Creates the service of providers' own formats. */
export function createProviderFormatService(parts: ServiceParts, ingestion: Ingestion) {
  const { db, bus } = parts
  /** @throws ApiError 404 */
  const requireProvider = async (name: string): Promise<void> => {
    if (!(await db.models.settings.findOne({ _id: settingId('Provider', name) }))) throw notFound()
  }
  const publishChange = ({ name, endpoint }: FormatAddress, event: string): void => {
    bus.publish('config.changed', { what: 'providers' })
    ingestion.activity.note(name, 'info', event, { endpoint })
  }
  return {
    requireProvider,
    list: async (name: string): Promise<Partial<Record<FormatEndpoint, ProviderFormat>>> => {
      const docs = await db.models.providerFormats.find({ provider: name })
      return Object.fromEntries(docs.map((doc) => [doc.endpoint, toFormat(doc)]))
    },
    /** @throws ApiError 404, 400 for an invalid expression, 409 when another format was saved meanwhile */
    save: async ({
      name,
      endpoint,
      expression,
      revision,
      actor,
    }: FormatAddress & { expression: string; revision?: string | undefined; actor: SessionActor }) => {
      await requireProvider(name)
      const failure = await ingestion.checkExpression(expression, actor.userId)
      if (failure) throw invalidMember('expression', failure.message)
      const _id = formatId(name, endpoint)
      const format = {
        _id,
        provider: name,
        endpoint,
        expression,
        updatedAt: new Date(),
        updatedBy: actor.username,
      }
      // An empty revision means that no format existed.
      const preparedOn = revision === '' ? revisionOf(null) : revision
      const saved = await replaceAtRevision<ProviderFormatDoc>(db.models.providerFormats, format, preparedOn)
      if (!saved) throw conflict(messages.formatChanged)
      publishChange({ name, endpoint }, 'format-saved')
      return toFormat(saved)
    },
    /** @throws ApiError 404 */
    remove: async ({ name, endpoint }: FormatAddress): Promise<void> => {
      const { deletedCount } = await db.models.providerFormats.deleteOne({ _id: formatId(name, endpoint) })
      if (deletedCount === 0) throw notFound()
      publishChange({ name, endpoint }, 'format-removed')
    },
  }
}

const toFormat = (doc: ProviderFormatDoc): ProviderFormat => ({
  expression: doc.expression,
  updatedAt: doc.updatedAt.toISOString(),
  updatedBy: doc.updatedBy,
  revision: revisionOf(doc),
})
