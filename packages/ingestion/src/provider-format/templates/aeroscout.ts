import type { TemplateSource } from './template.types.ts'

/** Positions of AeroScout tags, as streamed by the Cisco engine that locates them. */
export const aeroscout: TemplateSource = {
  id: 'aeroscout',
  name: 'AeroScout',
  endpoint: 'locations',
  note: 'The interface of MobileView is documented for its customers only. This template takes the public streaming notification of the Cisco Mobility Services Engine, by which AeroScout tags on a Cisco network are located: the tag’s MAC address, a point in feet, and the floor as a path. The last part of the path stands for the map; write your map’s id in its place where the two differ.',
  expression: `[StreamingNotification[entity = "TAGS"].location.{
  "tagId": macAddress,
  "time": $fromMillis($toMillis(Statistics.lastLocatedTime, "[Y0001]-[M01]-[D01]T[H01]:[m01]:[s01].[f001][Z0101]")),
  "mapId": $split(MapInfo.mapHierarchyString, ">")[-1],
  "x": MapCoordinate.unit = "FEET" ? MapCoordinate.x * 0.3048 : MapCoordinate.x,
  "y": MapCoordinate.unit = "FEET" ? MapCoordinate.y * 0.3048 : MapCoordinate.y,
  "unit": "m",
  "accuracy": confidenceFactor * 0.3048
}]`,
  sample: (now) => ({
    StreamingNotification: {
      subscriptionName: 'wardtrack',
      entity: 'TAGS',
      deviceId: '00:0c:cc:5e:10:2a',
      location: {
        macAddress: '00:0c:cc:5e:10:2a',
        currentlyTracked: true,
        confidenceFactor: 24,
        MapInfo: {
          mapHierarchyString: 'Campus>Main Building>floor-2',
          Dimension: { length: 300, width: 160, height: 10, offsetX: 0, offsetY: 0, unit: 'FEET' },
        },
        MapCoordinate: { x: 41.2, y: 22.6, unit: 'FEET' },
        Statistics: { lastLocatedTime: new Date(now).toISOString().replace('Z', '+0000') },
      },
    },
  }),
}
