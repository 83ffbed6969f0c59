// Command grpc-client calls the Container Storage Interface on a unix socket, with the gRPC library and the published
// messages that the sidecars use.
//
//	grpc-client descriptors              prints the published interface, one line for each field, value and method
//	grpc-client SOCKET [flags] METHOD    makes calls, and prints one line for each different outcome with its count
//
// With -stdin, each line of standard input is the request of one call. A line of calls has the code, the message, and the response as JSON. With -each, each call has a line of its own, a JSON
// object with its number, code, message, response and duration. In the request, {n} stands for the number of the call.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "descriptors" {
		describe()
		return
	}
	if len(os.Args) < 3 {
		fail("usage: grpc-client descriptors | grpc-client SOCKET [flags] METHOD")
	}
	call(os.Args[1], os.Args[2:])
}

func fail(words ...any) {
	fmt.Fprintln(os.Stderr, words...)
	os.Exit(2)
}

// --- The published interface

func describe() {
	file := csi.File_csi_proto
	for i := range file.Messages().Len() {
		describeMessage(file.Messages().Get(i))
	}
	for i := range file.Enums().Len() {
		describeEnum(file.Enums().Get(i))
	}
	for i := range file.Services().Len() {
		service := file.Services().Get(i)
		for j := range service.Methods().Len() {
			method := service.Methods().Get(j)
			fmt.Printf("method %s %s %s%s\n", method.FullName(), method.Input().FullName(), method.Output().FullName(),
				when(method.IsStreamingServer(), " stream"))
		}
	}
}

func describeMessage(message protoreflect.MessageDescriptor) {
	if message.IsMapEntry() {
		return
	}
	fmt.Printf("message %s\n", message.FullName())
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		oneof := ""
		if field.ContainingOneof() != nil {
			oneof = " oneof=" + string(field.ContainingOneof().Name())
		}
		fmt.Printf("field %s %d %s%s%s\n", field.FullName(), field.Number(), typeOf(field), oneof,
			when(proto.GetExtension(field.Options(), csi.E_CsiSecret).(bool), " secret"))
	}
	for i := range message.Enums().Len() {
		describeEnum(message.Enums().Get(i))
	}
	for i := range message.Messages().Len() {
		describeMessage(message.Messages().Get(i))
	}
}

func describeEnum(enum protoreflect.EnumDescriptor) {
	for i := range enum.Values().Len() {
		value := enum.Values().Get(i)
		fmt.Printf("value %s.%s %d\n", enum.FullName(), value.Name(), value.Number())
	}
}

func typeOf(field protoreflect.FieldDescriptor) string {
	if field.IsMap() {
		return fmt.Sprintf("map<%s,%s>", typeOf(field.MapKey()), typeOf(field.MapValue()))
	}
	name := field.Kind().String()
	if field.Message() != nil {
		name = string(field.Message().FullName())
	} else if field.Enum() != nil {
		name = string(field.Enum().FullName())
	}
	return when(field.IsList(), "repeated ") + name
}

func when(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}

// --- Calls

type options struct {
	body        string
	bodies      []string
	count       int
	connections int
	parallel    int
	timeout     time.Duration
	cancel      time.Duration
	patience    time.Duration
	pad         int
	headers     int
	each        bool
}

// outcome is the end of one call.
type outcome struct {
	Number   int             `json:"number"`
	Code     string          `json:"code"`
	Message  string          `json:"message,omitempty"`
	Response json.RawMessage `json:"response,omitempty"`
	Start    float64         `json:"start"`   // seconds since the start of the program
	Seconds  float64         `json:"seconds"` // duration
}

var begin = time.Now()

func (o outcome) String() string {
	if o.Code == "OK" {
		return "OK " + strings.Join(strings.Fields(string(o.Response)), "")
	}
	return o.Code + " " + o.Message
}

func call(socket string, words []string) {
	var with options
	flags := flag.NewFlagSet("grpc-client", flag.ExitOnError)
	flags.StringVar(&with.body, "body", "{}", "the request as JSON")
	flags.IntVar(&with.count, "count", 1, "number of calls")
	flags.IntVar(&with.connections, "connections", 1, "number of connections")
	flags.IntVar(&with.parallel, "parallel", 1, "calls at a time in each connection")
	flags.DurationVar(&with.timeout, "timeout", time.Minute, "deadline of each call; 0 is none")
	flags.DurationVar(&with.cancel, "cancel", 0, "cancel each call after this time")
	flags.DurationVar(&with.patience, "patience", 0, "how long to wait for an answer after the deadline")
	flags.IntVar(&with.pad, "pad", 0, "size of an unknown field that is added to the request")
	flags.IntVar(&with.headers, "headers", 0, "size of a header field that is added to the request")
	stdin := flags.Bool("stdin", false, "read the requests from standard input, one in each line")
	flags.BoolVar(&with.each, "each", false, "print a line of JSON for each call")
	if err := flags.Parse(words); err != nil || flags.NArg() != 1 {
		fail("expected one METHOD, as in /csi.v1.Identity/Probe")
	}
	if *stdin {
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			fail(err)
		}
		with.bodies = strings.Split(strings.TrimSpace(string(text)), "\n")
		with.count = len(with.bodies)
	}
	outcomes := run(socket, flags.Arg(0), with)
	if with.each {
		return
	}
	lines := make([]string, 0, len(outcomes))
	for outcome, count := range outcomes {
		lines = append(lines, fmt.Sprintf("%d %s", count, outcome))
	}
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
}

func run(socket, method string, with options) map[string]int {
	outcomes := map[string]int{}
	var lock sync.Mutex
	var work sync.WaitGroup
	for c := range with.connections {
		connection, err := grpc.NewClient("unix://"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			fail(err)
		}
		defer connection.Close()
		for p := range with.parallel {
			worker := c*with.parallel + p
			workers := with.connections * with.parallel
			work.Add(1)
			go func() {
				defer work.Done()
				for i := worker; i < with.count; i += workers {
					ended := one(connection, method, i, with)
					lock.Lock()
					outcomes[ended.String()]++
					if with.each {
						line, _ := json.Marshal(ended)
						fmt.Println(string(line))
					}
					lock.Unlock()
				}
			}()
		}
	}
	work.Wait()
	return outcomes
}

func one(connection *grpc.ClientConn, method string, number int, with options) outcome {
	request, response := messages(method)
	body := with.body
	if with.bodies != nil {
		body = with.bodies[number]
	}
	body = strings.ReplaceAll(body, "{n}", strconv.Itoa(number))
	if err := protojson.Unmarshal([]byte(body), request); err != nil {
		fail(err)
	}
	if with.pad > 0 {
		unknown := []byte{0xfa, 0x7f} // field 2047, bytes
		for n := with.pad; ; n >>= 7 {
			if n < 0x80 {
				unknown = append(unknown, byte(n))
				break
			}
			unknown = append(unknown, byte(n&0x7f|0x80))
		}
		request.ProtoReflect().SetUnknown(append(unknown, make([]byte, with.pad)...))
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if with.timeout > 0 {
		deadline := time.Now().Add(with.timeout)
		ctx, stop = context.WithDeadline(ctx, deadline.Add(with.patience))
		defer stop()
		ctx = announced{ctx, deadline}
	}
	if with.cancel > 0 {
		time.AfterFunc(with.cancel, stop)
	}
	if with.headers > 0 {
		ctx = metadata.AppendToOutgoingContext(ctx, "x-pad", strings.Repeat("a", with.headers))
	}
	start := time.Now()
	err := connection.Invoke(ctx, method, request, response)
	ended := outcome{Number: number, Code: status.Code(err).String(), Start: start.Sub(begin).Seconds(), Seconds: time.Since(start).Seconds()}
	if err != nil {
		ended.Message = status.Convert(err).Message()
	} else {
		ended.Response = json.RawMessage(protojson.MarshalOptions{}.Format(response))
	}
	return ended
}

// announced tells the server an earlier deadline than that at which the client gives up.
type announced struct {
	context.Context
	deadline time.Time
}

func (a announced) Deadline() (time.Time, bool) {
	return a.deadline, true
}

// messages returns an empty request and response. A method that is not known gets those of Probe.
func messages(method string) (proto.Message, proto.Message) {
	name := protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", "."))
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	if err != nil {
		return &csi.ProbeRequest{}, &csi.ProbeResponse{}
	}
	descriptor := found.(protoreflect.MethodDescriptor)
	return dynamicpb.NewMessage(descriptor.Input()), dynamicpb.NewMessage(descriptor.Output())
}
