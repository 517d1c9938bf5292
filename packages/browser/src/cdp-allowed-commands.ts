/**
 * The commands that a client may send to a page, a frame or a worker, by their domains. What is not named here is refused:
 * commands that concern the browser, other pages or the machine, those that read or write files, and those that are deprecated
 * and that no driver uses.
 */
export const ALLOWED_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  Accessibility:
    words(`disable enable getAXNodeAndAncestors getChildAXNodes getFullAXTree getPartialAXTree getRootAXNode
    queryAXTree`),
  Animation:
    words(`disable enable getCurrentTime getPlaybackRate releaseAnimations resolveAnimation seekAnimations setPaused
    setPlaybackRate setTiming`),
  Audits: words('checkFormsIssues disable enable getEncodedResponse'),
  CacheStorage: words('deleteCache deleteEntry requestCacheNames requestCachedResponse requestEntries'),
  Console: words('clearMessages disable enable'),
  CSS: words(`addRule collectClassNames createStyleSheet disable enable forcePseudoState forceStartingStyle
    getAnimatedStylesForNode getBackgroundColors getComputedStyleForNode getEnvironmentVariables getInlineStylesForNode
    getLayersForNode getLocationForSelector getLonghandProperties getMatchedStylesForNode getMediaQueries
    getPlatformFontsForNode getStyleSheetText resolveValues setContainerQueryConditionText
    setEffectivePropertyValueForNode setKeyframeKey setLocalFontsEnabled setMediaText setNavigationText
    setPropertyRulePropertyName setRuleSelector setScopeText setStyleSheetText setStyleTexts setSupportsText
    startRuleUsageTracking stopRuleUsageTracking takeComputedStyleUpdates takeCoverageDelta
    trackComputedStyleUpdates trackComputedStyleUpdatesForNode`),
  Debugger: words(`continueToLocation disable disassembleWasmModule enable evaluateOnCallFrame getPossibleBreakpoints
    getScriptSource getStackTrace nextWasmDisassemblyChunk pause removeBreakpoint restartFrame resume searchInContent
    setAsyncCallStackDepth setBlackboxExecutionContexts setBlackboxPatterns setBlackboxedRanges setBreakpoint
    setBreakpointByUrl setBreakpointOnFunctionCall setBreakpointsActive setInstrumentationBreakpoint
    setPauseOnExceptions setReturnValue setScriptSource setSkipAllPauses setVariableValue stepInto stepOut stepOver`),
  DeviceOrientation: words('clearDeviceOrientationOverride setDeviceOrientationOverride'),
  DOM: words(`collectClassNamesFromSubtree copyTo describeNode disable discardSearchResults enable focus
    forceShowPopover getAnchorElement getAttributes getBoxModel getContainerForNode getContentQuads
    getDetachedDomNodes getDocument getElementByRelation getFlattenedDocument getFrameOwner getNodeForLocation
    getNodeStackTraces getNodesForSubtreeByStyle getOuterHTML getQueryingDescendantsForContainer
    getRelayoutBoundary getSearchResults getTopLayerElements hideHighlight highlightNode highlightRect
    markUndoableState moveTo performSearch pushNodeByPathToFrontend pushNodesByBackendIdsToFrontend querySelector
    querySelectorAll redo removeAttribute removeNode requestChildNodes requestNode resolveNode
    scrollIntoViewIfNeeded setAttributeValue setAttributesAsText setFileInputFiles setInspectedNode setNodeName
    setNodeStackTracesEnabled setNodeValue setOuterHTML undo`),
  DOMDebugger: words(`getEventListeners removeDOMBreakpoint removeEventListenerBreakpoint removeXHRBreakpoint
    setBreakOnCSPViolation setDOMBreakpoint setEventListenerBreakpoint setXHRBreakpoint`),
  DOMSnapshot: words('captureSnapshot disable enable'),
  DOMStorage: words('clear disable enable getDOMStorageItems removeDOMStorageItem setDOMStorageItem'),
  Emulation: words(`clearDeviceMetricsOverride clearDevicePostureOverride clearDisplayFeaturesOverride
    clearGeolocationOverride clearIdleOverride getOverriddenSensorInformation getScreenInfos
    resetPageScaleFactor setAutoDarkModeOverride setAutomationOverride setCPUThrottlingRate setDataSaverOverride
    setDefaultBackgroundColorOverride setDeviceMetricsOverride setDevicePostureOverride setDisabledImageTypes
    setDisplayFeaturesOverride setDocumentCookieDisabled setEmitTouchEventsForMouse setEmulatedMedia
    setEmulatedOSTextScale setEmulatedVisionDeficiency setFocusEmulationEnabled setGeolocationOverride
    setHardwareConcurrencyOverride setIdleOverride setLocaleOverride setPageScaleFactor
    setPressureSourceOverrideEnabled setPressureStateOverride setSafeAreaInsetsOverride
    setScriptExecutionDisabled setScrollbarsHidden setSensorOverrideEnabled setSensorOverrideReadings
    setSmallViewportHeightDifferenceOverride setTimezoneOverride setTouchEmulationEnabled setUserAgentOverride
    setVirtualTimePolicy`),
  EventBreakpoints: words('disable removeInstrumentationBreakpoint setInstrumentationBreakpoint'),
  Fetch:
    words(`continueRequest continueResponse continueWithAuth disable enable failRequest fulfillRequest getResponseBody
    takeResponseBodyAsStream`),
  HeapProfiler: words(`addInspectedHeapObject collectGarbage disable enable getHeapObjectId getObjectByHeapObjectId
    getSamplingProfile startSampling startTrackingHeapObjects stopSampling stopTrackingHeapObjects takeHeapSnapshot`),
  IndexedDB: words(`clearObjectStore deleteDatabase deleteObjectStoreEntries disable enable getMetadata requestData
    requestDatabase requestDatabaseNames`),
  Input: words(`cancelDragging dispatchDragEvent dispatchKeyEvent dispatchMouseEvent dispatchTouchEvent
    emulateTouchFromMouseEvent imeSetComposition insertText setIgnoreInputEvents setInterceptDrags
    synthesizePinchGesture synthesizeScrollGesture synthesizeTapGesture`),
  Inspector: words('disable enable'),
  IO: words('close read resolveBlob'),
  LayerTree: words('compositingReasons disable enable'),
  Log: words('clear disable enable startViolationsReport stopViolationsReport'),
  Media: words('disable enable'),
  Network: words(`clearBrowserCache clearBrowserCookies deleteCookies disable emulateNetworkConditions
    emulateNetworkConditionsByRule enable enableReportingApi fetchSchemefulSite getAllCookies getCertificate
    getCookies getRequestPostData getResponseBody getSecurityIsolationStatus overrideNetworkState replayXHR
    searchInResponseBody setAttachDebugStack setBlockedURLs setBypassServiceWorker setCacheDisabled setCookie
    setCookies setExtraHTTPHeaders setUserAgentOverride streamResourceContent`),
  Overlay: words(`disable enable getGridHighlightObjectsForTest getHighlightObjectForTest
    getSourceOrderHighlightObjectForTest hideHighlight highlightNode highlightQuad highlightRect
    highlightSourceOrder setInspectMode setPausedInDebuggerMessage setShowAdHighlights
    setShowContainerQueryOverlays setShowDebugBorders setShowFPSCounter setShowFlexOverlays setShowGridOverlays
    setShowHinge setShowIsolatedElements setShowLayoutShiftRegions setShowPaintRects
    setShowScrollBottleneckRects setShowScrollSnapOverlays setShowViewportSizeOnResize
    setShowWindowControlsOverlay`),
  Page: words(`addScriptToEvaluateOnNewDocument bringToFront captureScreenshot captureSnapshot close createIsolatedWorld
    disable enable generateTestReport getAdScriptAncestry getAppId getAppManifest getFrameTree
    getInstallabilityErrors getLayoutMetrics getNavigationHistory getOriginTrials getPermissionsPolicyState
    getResourceContent getResourceTree handleJavaScriptDialog navigate navigateToHistoryEntry printToPDF reload
    removeScriptToEvaluateOnNewDocument resetNavigationHistory screencastFrameAck searchInResource setBypassCSP
    setDocumentContent setFontFamilies setFontSizes setInterceptFileChooserDialog setLifecycleEventsEnabled
    setPrerenderingAllowed setWebLifecycleState startScreencast stopLoading stopScreencast waitForDebugger`),
  Performance: words('disable enable getMetrics setTimeDomain'),
  PerformanceTimeline: words('enable'),
  Profiler: words(`disable enable getBestEffortCoverage setSamplingInterval start startPreciseCoverage stop
    stopPreciseCoverage takePreciseCoverage`),
  Runtime: words(`addBinding awaitPromise callFunctionOn compileScript disable discardConsoleEntries enable evaluate
    getExceptionDetails getHeapUsage getIsolateId getProperties globalLexicalScopeNames queryObjects
    releaseObject releaseObjectGroup removeBinding runIfWaitingForDebugger runScript setAsyncCallStackDepth
    setCustomObjectFormatterEnabled setMaxCallStackSizeToCapture terminateExecution`),
  Schema: words('getDomains'),
  Security: words('disable enable setIgnoreCertificateErrors'),
  ServiceWorker: words(`deliverPushMessage disable dispatchPeriodicSyncEvent dispatchSyncEvent enable
    setForceUpdateOnPageLoad skipWaiting startWorker stopAllWorkers stopWorker unregister updateRegistration`),
  Storage: words(`clearCookies clearDataForOrigin clearDataForStorageKey getCookies getStorageKey getUsageAndQuota
    overrideQuotaForOrigin setCookies trackCacheStorageForOrigin trackCacheStorageForStorageKey
    trackIndexedDBForOrigin trackIndexedDBForStorageKey untrackCacheStorageForOrigin
    untrackCacheStorageForStorageKey untrackIndexedDBForOrigin untrackIndexedDBForStorageKey`),
  WebAudio: words('disable enable getRealtimeData'),
  WebAuthn: words(`addCredential addVirtualAuthenticator clearCredentials disable enable getCredential getCredentials
    removeCredential removeVirtualAuthenticator setAutomaticPresenceSimulation setCredentialProperties
    setResponseOverrideBits setUserVerified`),
};

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}

export function isAllowed(method: string): boolean {
  const [domain = '', command = ''] = method.split('.');
  return Object.hasOwn(ALLOWED_COMMANDS, domain) && (ALLOWED_COMMANDS[domain]?.includes(command) ?? false);
}
