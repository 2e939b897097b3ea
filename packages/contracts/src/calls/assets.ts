import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { asset, assetPointer, homeLocation, locationRow, statusRow } from '../shapes/asset.ts'
import {
  ack,
  assetPair,
  assetType,
  externalId,
  givenPage,
  givenPageSize,
  levels,
  page,
  pageSize,
  text,
  timeRange,
} from '../shapes/common.ts'
import { criteriaBody, encryptionLimits } from '../shapes/criteria.ts'

const pointers = { data: z.array(assetPointer), truncated: z.boolean() }

export const assetCalls = {
  assetGetById: defineCall(routes.assetGetById, {
    summary: 'One asset',
    patient: true,
    query: z.object({ assetType, assetId: externalId }),
    response: z.object({ data: asset }),
  }),
  assetsFilter: defineCall(routes.assetsFilter, {
    summary: 'Assets that match criteria, a page of them',
    patient: true,
    query: z.object({ pagesize: givenPageSize, page: givenPage }),
    body: criteriaBody,
    response: z.object({ assets: z.array(asset), maxAssets: z.number(), ...encryptionLimits }),
  }),
  getAssetMappingById: defineCall(routes.getAssetMappingById, {
    summary: 'What an asset is linked to',
    patient: true,
    body: z
      .record(assetType, externalId)
      .refine((value) => Object.keys(value).length === 1, 'Exactly one asset is needed.'),
    response: z.object({ Mapping: z.array(assetPair) }),
  }),
  assetsList: defineCall(routes.assetsList, {
    summary: 'The asset list, a page of it, with the members asked for',
    patient: true,
    body: z
      .object({
        pagesize: pageSize(10),
        page,
        projection: z.union([z.array(z.string()).max(100), z.record(z.string(), z.literal(1))]).optional(),
        query: criteriaBody.optional(),
      })
      .default({ pagesize: 10, page: 1 }),
    response: z.object({
      data: z.array(z.looseObject({ _id: z.string(), AssetType: z.string(), AssetId: z.string() })),
      count: z.number(),
      ...encryptionLimits,
    }),
  }),
  saveHomeLocation: defineCall(routes.saveHomeLocation, {
    summary: 'Where an asset belongs',
    patient: true,
    body: z.object({
      AssetType: assetType,
      AssetId: externalId,
      level: z.union([levels, z.array(text).min(1).max(20), text.min(1)]),
    }),
    response: ack.extend({ HomeLocation: homeLocation }),
  }),
  getLocationHistory: defineCall(routes.getLocationHistory, {
    summary: "An asset's places, newest first",
    patient: true,
    body: z.object({
      currentPage: page,
      items: pageSize(5),
      assetId: externalId,
      assetType: assetType.optional(),
      createdAt: timeRange.optional(),
    }),
    response: z.object({ assets: z.array(locationRow), maxAssets: z.number() }),
  }),
  deviceStatusHistory: defineCall(routes.deviceStatusHistory, {
    summary: "An asset's states, newest first",
    patient: true,
    body: z.object({
      currentPage: page,
      items: pageSize(5),
      deviceId: externalId,
      assetType: assetType.optional(),
      count: z.unknown().optional(),
      createdAt: timeRange.optional(),
    }),
    response: z.object({ assets: z.array(statusRow), maxAssets: z.number() }),
  }),
  getfilterMap: defineCall(routes.getfilterMap, {
    summary: 'Maps that hold a matching asset, by name',
    patient: true,
    body: criteriaBody,
    response: z.array(
      z.object({
        mapId: z.string(),
        name: z.string(),
        /** names of the place that has the map, outermost first; absent for a map without a place */
        place: z.array(z.string()).optional(),
        xDimension: z.number(),
        yDimension: z.number(),
        count: z.number(),
      }),
    ),
  }),
  mapsPointer: defineCall(routes.mapsPointer, {
    summary: 'Matching assets of one type on one map',
    patient: true,
    body: criteriaBody,
    response: z.object({ ...pointers, AssetIds: z.array(z.string()) }),
  }),
  mapsPointerAllAssets: defineCall(routes.mapsPointerAllAssets, {
    summary: 'Matching assets of every type on one map',
    patient: true,
    body: criteriaBody,
    response: z.object(pointers),
  }),
}
