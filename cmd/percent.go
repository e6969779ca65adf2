package cmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A percent is a flag value for a share: "2%" equals "0.02". More than 100% needs the sign,
// because 5 probably means 5%.
type percent float64

func (p *percent) String() string {
	return strconv.FormatFloat(math.Round(1e8*float64(*p))/1e6, 'g', -1, 64) + "%"
}

func (*percent) Type() string { return "percent" }

func (p *percent) Set(text string) error {
	number, isPercent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
		return fmt.Errorf("%q is not a share: write 2%% or 0.02", text)
	}
	if isPercent {
		x /= 100
	} else if x > 1 {
		return fmt.Errorf("%q is more than 100%%: write %[2]s%% or %[3]v", text, number, x/100)
	}
	*p = percent(x)
	return nil
}
