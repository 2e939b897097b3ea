import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { formatTemplates, type Ingestion } from '@wardtrack/ingestion'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { readActivity, readLog } from './provider-activity.ts'
import { createProviderFormatService } from './provider-formats.service.ts'
import { pushAddresses } from './push-addresses.ts'

/** Creates the calls of one provider besides its settings: addresses, own formats, activity and log. */
export function providerRoutes(parts: ServiceParts, ingestion: Ingestion): ServedCall<Actor>[] {
  const formats = createProviderFormatService(parts, ingestion)
  return [
    serve(calls.getProvider)<Actor>(async ({ params: { name } }, { request }) => {
      await formats.requireProvider(name)
      const addresses = pushAddresses(parts, request, name)
      return { data: { name, addresses, formats: await formats.list(name) } }
    }),
    serve(calls.providerActivity)<Actor>(async ({ params: { name } }) => {
      await formats.requireProvider(name)
      return { data: await readActivity(parts, name) }
    }),
    serve(calls.providerLog)<Actor>(async ({ params: { name }, query }) => {
      await formats.requireProvider(name)
      return { data: await readLog(parts, name, query) }
    }),
    serve(calls.saveProviderFormat)<Actor>(async ({ params, body }, { actor, target }) => {
      target('provider-format', `${params.name}/${params.endpoint}`)
      const data = await formats.save({ ...params, ...body, actor: sessionOf(actor) })
      return { err: 0, message: messages.settingUpdated, data }
    }),
    serve(calls.removeProviderFormat)<Actor>(async ({ params }, { target }) => {
      target('provider-format', `${params.name}/${params.endpoint}`)
      await formats.remove(params)
      return { err: 0, message: messages.done }
    }),
    serve(calls.formatTemplates)<Actor>(() => ({ data: formatTemplates(parts.clock.now()) })),
  ]
}
