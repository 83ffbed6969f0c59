package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	statusPath = "/status"
	maxPage    = 8 << 20
)

var forwarding = regexp.MustCompile(`^Forwarding from 127\.0\.0\.1:(\d+) -> `)

// serveStatus serves the status page of the Pod on a loopback address until the context ends.
func serveStatus(ctx context.Context, k kubectl, t target, line commandLine, stdout, stderr io.Writer) error {
	args, err := t.arguments()
	if err != nil {
		return err
	}
	port := flag(args, "secure-port", "10258")
	if port == "0" {
		return fmt.Errorf("Pod %s serves no page: it runs with --secure-port=0", t.name())
	}
	if number, err := strconv.Atoi(port); err != nil || number < 1 || number > 65535 {
		return fmt.Errorf("Pod %s runs with --secure-port=%s, expected a port", t.name(), port)
	}
	shown, err := obtain(ctx, k, t, line)
	if err != nil {
		return err
	}
	tunnel, err := forward(ctx, k, t, port)
	if err != nil {
		return err
	}
	defer tunnel.close()
	address := "127.0.0.1:" + line.port
	if line.port == "" {
		address += "0"
	}
	listener, err := net.Listen("tcp4", address)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; give another --port", address, err)
	}
	page := newStatusProxy(listener.Addr().String(), tunnel.address, shown, func() (credential, error) { return obtain(ctx, k, t, line) })
	server := &http.Server{Handler: page, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	defer server.Close()
	role := "Pod"
	if t.isLeader {
		role = "leader"
	}
	say(stderr, "Status page of the %s %s; the plugin shows it %s. Ctrl-C ends the plugin.", role, t.name(), shown.what)
	fmt.Fprintln(stdout, page.url())
	select {
	case <-ctx.Done():
		return nil
	case err := <-tunnel.ended:
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("the connection to Pod %s ended; run the command again: %w", t.name(), err)
	case err := <-served:
		return err
	}
}

// tunnel is a running `kubectl port-forward`.
type tunnel struct {
	process *exec.Cmd
	address string
	ended   chan error
}

func forward(ctx context.Context, k kubectl, t target, port string) (*tunnel, error) {
	process := exec.Command(k.path, k.args([]string{"port-forward", "--namespace=" + t.pod.Metadata.Namespace, "--address=127.0.0.1", "--", "pod/" + t.pod.Metadata.Name, ":" + port})...)
	var messages lockedBuffer
	process.Stderr = &messages
	stdout, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, err
	}
	opened := &tunnel{process: process, ended: make(chan error, 1)}
	addresses := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(stdout)
		for lines.Scan() {
			if found := forwarding.FindStringSubmatch(lines.Text()); found != nil {
				select {
				case addresses <- "127.0.0.1:" + found[1]:
				default:
				}
			}
		}
		err := process.Wait()
		opened.ended <- fmt.Errorf("kubectl port-forward: %s %w", oneLine(messages.String()), errors.Join(err, errors.New("it ended")))
	}()
	select {
	case opened.address = <-addresses:
		return opened, nil
	case err := <-opened.ended:
		return nil, err
	case <-ctx.Done():
		opened.close()
		return nil, errors.New("interrupted")
	case <-time.After(timeout):
		opened.close()
		return nil, fmt.Errorf("kubectl port-forward: no connection within %s", timeout)
	}
}

func (t *tunnel) close() { _ = t.process.Process.Kill() }

type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

// statusProxy passes GET of the status page on, with the user's credential, and nothing else.
//
// Any program and any web page on this machine can reach a loopback port. So the path contains a secret that only the
// printed URL has; the Host header must name the loopback address, which defeats DNS rebinding; and a browser's request
// that another site caused is refused.
type statusProxy struct {
	listen string
	secret string
	target string
	renew  func() (credential, error)

	mutex  sync.Mutex
	client *http.Client
	shown  credential
}

func newStatusProxy(listen, target string, shown credential, renew func() (credential, error)) *statusProxy {
	proxy := &statusProxy{listen: listen, secret: rand.Text(), target: target, renew: renew}
	proxy.use(shown)
	return proxy
}

func (p *statusProxy) url() string { return "http://" + p.listen + "/" + p.secret + statusPath }

func (p *statusProxy) use(shown credential) {
	// The provider makes its certificate at its start, so the plugin cannot verify it. The connection is one that the API server
	// authenticated and that ends at the port of exactly this Pod: see docs/reference/kubectl-plugin.md.
	config := &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}
	if shown.certificate != nil {
		config.Certificates = []tls.Certificate{*shown.certificate}
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.shown = shown
	p.client = &http.Client{
		Transport:     &http.Transport{TLSClientConfig: config, Proxy: nil},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       timeout,
	}
}

func (p *statusProxy) ServeHTTP(out http.ResponseWriter, request *http.Request) {
	if code, why := p.refusal(request); code != 0 {
		http.Error(out, why, code)
		return
	}
	response, err := p.fetch(request)
	if err == nil && response.StatusCode == http.StatusUnauthorized {
		_ = response.Body.Close()
		var renewed credential
		if renewed, err = p.renew(); err == nil {
			p.use(renewed)
			response, err = p.fetch(request)
		}
	}
	if err != nil {
		http.Error(out, "the provider does not answer: "+err.Error(), http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	for _, name := range []string{"Content-Type", "Content-Security-Policy", "Referrer-Policy", "X-Frame-Options", "X-Content-Type-Options", "Cache-Control"} {
		if value := response.Header.Get(name); value != "" {
			out.Header().Set(name, value)
		}
	}
	out.WriteHeader(response.StatusCode)
	_, _ = io.Copy(out, io.LimitReader(response.Body, maxPage))
}

// refusal returns the status code for a request that the proxy does not pass on, and 0 for one that it does.
func (p *statusProxy) refusal(request *http.Request) (int, string) {
	_, port, _ := net.SplitHostPort(p.listen)
	if request.Host != p.listen && request.Host != "localhost:"+port {
		return http.StatusForbidden, "found a Host header of another name; open the URL that kubectl vsphere status printed"
	}
	if site := request.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return http.StatusForbidden, "found a request that another site caused; open the URL that kubectl vsphere status printed"
	}
	if request.URL.Path != "/"+p.secret+statusPath {
		return http.StatusNotFound, "found another path; open the URL that kubectl vsphere status printed"
	}
	if request.Method != http.MethodGet {
		return http.StatusMethodNotAllowed, "found another method, expected GET"
	}
	return 0, ""
}

func (p *statusProxy) fetch(request *http.Request) (*http.Response, error) {
	p.mutex.Lock()
	client, token := p.client, p.shown.token
	p.mutex.Unlock()
	url := "https://" + p.target + statusPath
	if request.URL.RawQuery != "" {
		url += "?" + request.URL.RawQuery
	}
	forwarded, err := http.NewRequestWithContext(request.Context(), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	if token != "" {
		forwarded.Header.Set("Authorization", "Bearer "+token)
	}
	return client.Do(forwarded)
}
