package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
)

// A vCenter writes the results of volume tasks only for clients that name the vSAN API in the SOAPAction of their
// request to /sdk, such as urn:vsan/8.0.3.0. The simulator ignores the SOAPAction.

// serveTaskResults serves /sdk, and replaces a response with such a result by a fault if the SOAPAction does not fit.
func (c *vcenter) serveTaskResults(w http.ResponseWriter, r *http.Request) {
	fits := strings.HasPrefix(strings.Trim(r.Header.Get("SOAPAction"), `"`), "urn:vsan")
	guarded := &resultGuard{ResponseWriter: w, cns: c.cns, fits: fits}
	c.service.ServeSDK(guarded, r)
	guarded.finish()
}

// resultGuard delays the status of a response until its text is known. The simulator writes the text at once.
type resultGuard struct {
	http.ResponseWriter

	cns     *volumeManager
	fits    bool // the SOAPAction
	status  int
	written bool
}

func (g *resultGuard) WriteHeader(status int) {
	g.status = status
}

func (g *resultGuard) Write(text []byte) (int, error) {
	if !g.fits && hasVolumeResult(text) && !g.cns.anySoapAction() {
		g.written = true
		g.ResponseWriter.WriteHeader(http.StatusInternalServerError)
		_, err := io.WriteString(g.ResponseWriter, wrongSoapAction)
		return len(text), err
	}
	g.finish()
	_, err := g.ResponseWriter.Write(withPrefixes(text))
	return len(text), err
}

// finish writes the status, if that is still to do.
func (g *resultGuard) finish() {
	if !g.written && g.status != 0 {
		g.ResponseWriter.WriteHeader(g.status)
	}
	g.written = true
}

func hasVolumeResult(text []byte) bool {
	return bytes.Contains(text, []byte("CnsVolumeOperationBatchResult")) ||
		bytes.Contains(text, []byte("CnsSnapshotQueryResult"))
}

func (m *volumeManager) anySoapAction() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.settings.AnySoapAction
}

const wrongSoapAction = `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<soapenv:Body><soapenv:Fault><faultcode>ServerFaultCode</faultcode>
<faultstring>The result of a volume task cannot be written for this SOAPAction: use urn:vsan and its version.</faultstring>
<detail><SystemErrorFault xmlns="urn:vim25" xsi:type="SystemError"><reason>unknown type in this version</reason></SystemErrorFault></detail>
</soapenv:Fault></soapenv:Body></soapenv:Envelope>`
