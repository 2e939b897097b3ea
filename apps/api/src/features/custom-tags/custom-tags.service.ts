import type { Actor } from '@wardtrack/access'
import { type CustomTag, type calls, messages, TAG_LIMITS } from '@wardtrack/contracts'
import { type CustomTagDoc, isDuplicateKey, Types } from '@wardtrack/database'
import { conflict, duplicate, type Handler, notFound } from '@wardtrack/service-kit'
import { nameKeyOf, openCustomTagStore } from './custom-tags.store.ts'
import { finishRemoval, removeTag, type TagParts } from './remove-tag.ts'

type CustomTagService = {
  list: Handler<Actor, typeof calls.customTagList>
  create: Handler<Actor, typeof calls.createCustomTag>
  delete: Handler<Actor, typeof calls.deleteCustomTag>
}

/** Creates the service of the hospital's custom tags. */
export function createCustomTagService(parts: TagParts): CustomTagService {
  const { db, bus, access } = parts
  const store = openCustomTagStore(db)
  return {
    list: async () => ({ data: (await store.list()).map(toAnswer) }),
    create: async ({ body: { newCustomTag: name } }, context) => {
      if (await store.find(name)) throw duplicate(messages.customTagExists)
      if ((await store.count()) >= TAG_LIMITS.custom) throw conflict(messages.tooManyCustomTags)
      await finishRemoval(parts, nameKeyOf(name))
      const tag = { _id: new Types.ObjectId(), name, nameKey: nameKeyOf(name), createdAt: new Date() }
      await db.models.customTags.create(tag).catch((error: unknown) => {
        throw isDuplicateKey(error) ? duplicate(messages.customTagExists) : error
      })
      context.target('customTag', tag._id.toHexString())
      const wasConfigured = await access.configured.read()
      await access.configured.mark()
      bus.publish('config.changed', { what: 'tags' })
      // The first tag configures the system, which changes every user's rights.
      if (!wasConfigured) bus.publish('access.changed', {})
      return { err: 0, message: messages.customTagAdded, data: toAnswer(tag) }
    },
    delete: async ({ body: { customTagName } }, context) => {
      const tag = await store.find(customTagName)
      if (!tag) throw notFound(messages.customTagUnknown)
      context.target('customTag', tag._id.toHexString())
      await removeTag(parts, tag)
      return { err: 0, message: messages.customTagRemoved }
    },
  }
}

const toAnswer = ({ _id, name, createdAt }: CustomTagDoc): CustomTag => ({
  _id: _id.toHexString(),
  name,
  createdAt: createdAt.toISOString(),
})
