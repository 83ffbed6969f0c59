// Kubelet serves the part of a kubelet's API that kubectl exec and kubectl port-forward use. It runs the command of an
// exec as a process of this machine, and forwards to ports of 127.0.0.1, so that a test needs no container runtime.
//
// usage: kubelet
//
// It listens on a free port of 127.0.0.1 with a certificate of its own, prints the port, and ends when its standard input
// ends. It checks no credentials: only the API server of the test knows the port.
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"

	"k8s.io/cri-streaming/pkg/streaming/portforward"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

const idle = time.Hour

type processes struct{}

// ExecInContainer runs the command. Rule from: cri-streaming, Executor.
func (processes) ExecInContainer(ctx context.Context, _, _, _ string, command []string, in io.Reader, out, err io.WriteCloser, _ bool, _ <-chan remotecommand.TerminalSize, _ time.Duration) error {
	process := exec.CommandContext(ctx, command[0], command[1:]...)
	process.Stdout, process.Stderr = out, err
	if err == nil {
		process.Stderr = out
	}
	if in != nil {
		stdin, pipeErr := process.StdinPipe() // Wait does not wait for input that never ends.
		if pipeErr != nil {
			return pipeErr
		}
		go func() { _, _ = io.Copy(stdin, in); _ = stdin.Close() }()
	}
	ended := process.Run()
	if failed, ok := ended.(*exec.ExitError); ok {
		return utilexec.CodeExitError{Err: failed, Code: failed.ExitCode()}
	}
	return ended
}

// PortForward copies between the stream and the port. Rule from: cri-streaming, PortForwarder.
func (processes) PortForward(_ context.Context, _, _ string, port int32, stream io.ReadWriteCloser) error {
	defer stream.Close()
	connection, err := net.Dial("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))))
	if err != nil {
		return err
	}
	defer connection.Close()
	ended := make(chan struct{}, 2)
	go func() { _, _ = io.Copy(connection, stream); ended <- struct{}{} }()
	go func() { _, _ = io.Copy(stream, connection); ended <- struct{}{} }()
	<-ended
	return nil
}

func serveExec(out http.ResponseWriter, request *http.Request) {
	options, err := remotecommand.NewOptions(request)
	if err != nil {
		http.Error(out, err.Error(), http.StatusBadRequest)
		return
	}
	remotecommand.ServeExec(out, request, processes{}, request.PathValue("pod"), "", request.PathValue("container"),
		request.URL.Query()["command"], options, idle, remotecommand.DefaultStreamCreationTimeout, remotecommand.SupportedStreamingProtocols)
}

func servePortForward(out http.ResponseWriter, request *http.Request) {
	options, err := portforward.NewV4Options(request)
	if err != nil {
		http.Error(out, err.Error(), http.StatusBadRequest)
		return
	}
	portforward.ServePortForward(out, request, processes{}, request.PathValue("pod"), "", options, idle,
		remotecommand.DefaultStreamCreationTimeout, portforward.SupportedProtocols)
}

func selfSigned() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "kubelet"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{certificate}, PrivateKey: key}, err
}

func main() {
	certificate, err := selfSigned()
	if err != nil {
		log.Fatal(err)
	}
	listener, err := tls.Listen("tcp4", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"http/1.1"}})
	if err != nil {
		log.Fatal(err)
	}
	pages := http.NewServeMux()
	pages.HandleFunc("/exec/{namespace}/{pod}/{container}", serveExec)
	pages.HandleFunc("/portForward/{namespace}/{pod}", servePortForward)
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	log.Fatal((&http.Server{Handler: pages, ReadHeaderTimeout: time.Minute}).Serve(listener))
}
