import type { TemplateSource } from './template.types.ts'

/** Events of the Cisco Spaces Firehose: Wi-Fi devices and IoT tags. */
export const ciscoSpaces: TemplateSource = {
  id: 'cisco-spaces',
  name: 'Cisco Spaces',
  endpoint: 'locations',
  note: 'The format is public: events of the Cisco Spaces Firehose API, one or several, also as lines. DEVICE_LOCATION_UPDATE and IOT_TELEMETRY are taken, other events are left out. Points are taken as feet from the upper left corner, as the maps of Cisco Spaces have them; mapId must be the id of a map here.',
  expression: `(
  $feet := 0.3048;
  $position := function($device, $at, $time, $record) {{
    "tagId": $device,
    "eventId": $record,
    "time": $fromMillis($number($time)),
    "mapId": $at.mapId,
    "x": $at.xPos * $feet,
    "y": $at.yPos * $feet,
    "unit": "m",
    "accuracy": $at.confidenceFactor * $feet
  }};
  [
    $[eventType = "DEVICE_LOCATION_UPDATE"].$position(
      deviceLocationUpdate.device.macAddress, deviceLocationUpdate,
      deviceLocationUpdate.lastSeen ? deviceLocationUpdate.lastSeen : recordTimestamp, recordUid),
    $[eventType = "IOT_TELEMETRY" and $exists(iotTelemetry.detectedPosition)].$position(
      iotTelemetry.deviceInfo.deviceMacAddress ? iotTelemetry.deviceInfo.deviceMacAddress : iotTelemetry.deviceInfo.deviceId,
      iotTelemetry.detectedPosition, iotTelemetry.detectedPosition.lastLocatedTime, recordUid)
  ]
)`,
  sample: (now) => [
    {
      recordUid: 'event-1',
      recordTimestamp: now,
      eventType: 'DEVICE_LOCATION_UPDATE',
      deviceLocationUpdate: {
        device: { deviceId: 'device-1', macAddress: '5a:2c:91:00:14:0b', type: 'TAG' },
        location: { locationId: 'location-1', name: 'Floor 2' },
        lastSeen: now,
        mapId: 'floor-2',
        xPos: 41.2,
        yPos: 22.6,
        confidenceFactor: 16,
      },
    },
    {
      recordUid: 'event-2',
      recordTimestamp: now,
      eventType: 'IOT_TELEMETRY',
      iotTelemetry: {
        deviceInfo: {
          deviceType: 'IOT_BLE_DEVICE',
          deviceId: 'tag-7',
          deviceMacAddress: '6b:00:17:44:21:9d',
        },
        detectedPosition: {
          xPos: 18,
          yPos: 30.5,
          mapId: 'floor-2',
          confidenceFactor: 9,
          lastLocatedTime: now,
        },
      },
    },
    { recordUid: 'event-3', recordTimestamp: now, eventType: 'KEEP_ALIVE' },
  ],
}
