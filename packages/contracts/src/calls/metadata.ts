import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, assetType, id, metadataName, revision, shortName } from '../shapes/common.ts'
import {
  filterGroups,
  MAX_MAPPING_CHANGES,
  MAX_METADATA_IMAGES,
  metadataUse,
  metaEntry,
  metaMapping,
  optionName,
  unmappedField,
} from '../shapes/metadata.ts'

const MB = 1024 * 1024
const path = z.string().min(1).max(300)
const countOf = (value: object): number => Object.keys(value).length

/** Calls of the metadata mapping. */
export const metadataCalls = {
  getFilterOption: defineCall(routes.getFilterOption, {
    summary: 'Fields to filter by, for each asset type',
    patient: true,
    response: z.array(z.record(z.string(), filterGroups)),
  }),
  getMetaDataMapping: defineCall(routes.getMetaDataMapping, {
    summary: 'The metadata mapping: aliases, models and options',
    patient: true,
    response: metaMapping,
  }),
  updateMetaDataMapping: defineCall(routes.updateMetaDataMapping, {
    summary: 'Change members of entries, or aliases of types, each by its dotted path',
    body: z.object({
      id,
      query: z
        .record(path, z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
        .refine(
          (query) => countOf(query) >= 1 && countOf(query) <= MAX_MAPPING_CHANGES,
          `From 1 to ${MAX_MAPPING_CHANGES} changes are needed.`,
        ),
      revision: revision.optional(),
    }),
    response: ack.extend({ data: metaMapping }),
  }),
  saveNewMetaDataMapping: defineCall(routes.saveNewMetaDataMapping, {
    summary: 'Add an asset type, or an entry to one',
    body: z.object({
      newMetaData: z
        .string()
        .trim()
        .regex(
          /^[A-Za-z][A-Za-z0-9_]{0,49}(\/[A-Za-z][A-Za-z0-9_]{0,49})?$/,
          'Start with a letter, then use letters, digits and _.',
        ),
      newMetaAlias: z.union([z.literal(''), shortName]).optional(),
    }),
    response: ack.extend({ data: z.record(z.string(), z.record(z.string(), metaEntry)) }),
  }),
  removeMetaDataMapping: defineCall(routes.removeMetaDataMapping, {
    summary: 'Remove an asset type, or an entry of one; assets keep their values',
    body: z.object({ id, type: assetType, name: metadataName.optional(), revision: revision.optional() }),
    response: ack.extend({ data: metaMapping }),
  }),
  countMetaDataMapping: defineCall(routes.countMetaDataMapping, {
    summary: 'How many assets are of a type, or have a value of an entry',
    patient: true,
    query: z.object({ type: assetType, name: metadataName.optional() }),
    response: metadataUse,
  }),
  uploadMetaDataFiles: defineCall(routes.uploadMetaDataFiles, {
    summary: 'Store images of entries and options; all of them or none',
    bodyLimit: 16 * MB,
    body: z.object({
      id,
      imageInfo: z
        .record(path, z.object({ img: z.string().min(1), fileName: z.string().max(200).optional() }))
        .refine(
          (images) => countOf(images) >= 1 && countOf(images) <= MAX_METADATA_IMAGES,
          `From 1 to ${MAX_METADATA_IMAGES} images are needed.`,
        ),
    }),
    response: ack.extend({ data: z.record(z.string(), z.string()) }),
  }),
  deleteAliasImage: defineCall(routes.deleteAliasImage, {
    summary: 'Remove the icon of an entry, or an image of one of its options',
    body: z
      .object({
        id,
        flag: z.enum(['icon', 'option']),
        type: assetType,
        parent: metadataName,
        item: optionName.optional(),
        sub: z.enum(['image', 'secondaryImage']).optional(),
      })
      .refine(({ flag, item }) => flag === 'icon' || item !== undefined, {
        path: ['item'],
        message: 'Please choose an option.',
      }),
    response: ack.extend({ data: metaEntry }),
  }),
  getUnmappedFields: defineCall(routes.getUnmappedFields, {
    summary: 'Fields that integrations send and the metadata mapping lacks, with some of their values',
    patient: true,
    response: z.object({ data: z.array(unmappedField) }),
  }),
}
